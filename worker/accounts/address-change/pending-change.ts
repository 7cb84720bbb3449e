import { and, eq, gt, inArray, type SQLWrapper, sql } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { isOpenToken } from "../../platform/tokens/tokens.ts";
import type { AddressChange } from "../contract.ts";

/** Selects the links of the users that `userIds` names. */
export const changeLinks = (ctx: Ctx, userIds: string[] | SQLWrapper) =>
	and(
		eq(tokens.purpose, TOKENS.changeAddress.name),
		inArray(tokens.subject, userIds),
		gt(tokens.expiresAt, ctx.now()),
	);

/** Reads a change from its links; null if there are none. */
export function readChange(rows: readonly (typeof tokens.$inferSelect)[]) {
	const links = rows.map((row) => ({ ...row, ...TOKENS.changeAddress.payload.parse(row.payload) }));
	const link = links.find(({ mailedTo }) => mailedTo === "new");
	if (!link) return null;
	const { subject, hash, email, sessionHash, expiresAt } = link;
	// An old address that was never confirmed has no say, and no link.
	const isConfirmed = (by: "new" | "old") =>
		links.every(({ mailedTo, triesLeft }) => mailedTo !== by || triesLeft === 0);
	return {
		userId: subject ?? "",
		hash,
		email,
		sessionHash,
		newConfirmed: isConfirmed("new"),
		oldConfirmed: isConfirmed("old"),
		expiresAt: new Date(expiresAt ?? 0).toISOString(),
	};
}

export function presentChange(rows: Parameters<typeof readChange>[0]): AddressChange | null {
	const change = readChange(rows);
	if (!change) return null;
	const { email, newConfirmed, oldConfirmed, expiresAt } = change;
	return { email, newConfirmed, oldConfirmed, expiresAt };
}

export const pendingChange = async (ctx: CreatorCtx): Promise<AddressChange | null> =>
	presentChange(
		await ctx.replica
			.select()
			.from(tokens)
			.where(changeLinks(ctx, [ctx.user.id])),
	);

/** Selects the old address's link if the new address is confirmed. */
export const waitsForOld = (ctx: Ctx, userId: string) =>
	and(
		eq(tokens.subject, userId),
		isOpenToken(ctx, TOKENS.changeAddress),
		sql`${tokens.payload}->>'mailedTo' = 'old'`,
		sql`not exists (select 1 from tokens other where other.purpose = tokens.purpose
			and other.subject = tokens.subject and other.payload->>'mailedTo' = 'new'
			and other.tries_left > 0)`,
	);
