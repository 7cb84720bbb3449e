import { and, eq, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { failure } from "../../platform/errors.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { deleteTokens, findToken } from "../../platform/tokens/tokens.ts";

type Row = typeof tokens.$inferSelect;

/** The alert of a token. */
export const readAlert = ({ hash, payload }: Row) => ({
	hash,
	...TOKENS.saleAlert.payload.parse(payload),
});

/** SQL twin of the payload's field. */
export const isConfirmed = sql`${tokens.payload}->>'confirmed' = 1`;

/** Selects alerts of one mailbox. */
export const isTo = (mailbox: string) => sql`${tokens.payload}->>'mailbox' = ${mailbox}`;

/** Throws `token.not_found`. */
export async function alertOfLink(ctx: Ctx, token: string) {
	const { open } = await findToken(ctx, TOKENS.saleAlert, token);
	const [row] = await ctx.db
		.select({ token: tokens, slug: shares.slug, title: shares.title })
		.from(tokens)
		.innerJoin(shares, eq(shares.id, tokens.subject))
		.where(open);
	if (!row) throw failure("token.not_found");
	const { token: found, ...share } = row;
	return { ...readAlert(found), ...share };
}

/** Throws `token.not_found`. */
export async function confirmAlert(ctx: Ctx, token: string) {
	const { open } = await findToken(ctx, TOKENS.saleAlert, token);
	await ctx.db
		.update(tokens)
		.set({
			payload: sql`json_set(${tokens.payload}, '$.confirmed', json('true'))`,
			expiresAt: ctx.now() + RETENTION.alertDays * DAY_MS,
		})
		.where(and(open, sql`not ${isConfirmed}`));
	return alertOfLink(ctx, token);
}

/** Throws `token.not_found`. */
export async function stopAlert(ctx: Ctx, token: string) {
	const row = await alertOfLink(ctx, token);
	await deleteTokens(ctx, [TOKENS.saleAlert], eq(tokens.hash, row.hash));
	return row;
}
