import { and, eq, getTableColumns, gt, inArray, lte, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { deleteInSteps } from "../../platform/storage/in-steps.ts";
import { saleAlerts } from "./tables.ts";

const isOf = async (ctx: Ctx, token: string) =>
	and(eq(saleAlerts.tokenHash, await sha256(token)), gt(saleAlerts.expiresAt, ctx.now()));

/** Throws `token.not_found`. */
export async function alertOfLink(ctx: Ctx, token: string) {
	const [row] = await ctx.db
		.select({ ...getTableColumns(saleAlerts), slug: shares.slug, title: shares.title })
		.from(saleAlerts)
		.innerJoin(shares, eq(shares.id, saleAlerts.shareId))
		.where(await isOf(ctx, token));
	if (!row) throw failure("token.not_found");
	return row;
}

/** Throws `token.not_found`. */
export async function confirmAlert(ctx: Ctx, token: string) {
	const now = ctx.now();
	await ctx.db
		.update(saleAlerts)
		.set({ confirmedAt: now, expiresAt: now + RETENTION.alertDays * DAY_MS })
		.where(and(await isOf(ctx, token), sql`confirmed_at is null`));
	return alertOfLink(ctx, token);
}

/** Throws `token.not_found`. */
export async function stopAlert(ctx: Ctx, token: string) {
	const row = await alertOfLink(ctx, token);
	await ctx.db.delete(saleAlerts).where(await isOf(ctx, token));
	return row;
}

/** Only of this mailbox, if one is given. */
export const deletingAlerts = (ctx: Ctx, creatorId: string, mailbox?: string) =>
	ctx.db
		.delete(saleAlerts)
		.where(
			and(
				mailbox === undefined ? undefined : eq(saleAlerts.mailbox, mailbox),
				inArray(
					saleAlerts.shareId,
					ctx.db.select({ id: shares.id }).from(shares).where(eq(shares.creatorId, creatorId)),
				),
			),
		);

export async function deleteAlertsOfCreator(ctx: Ctx, userId: string): Promise<void> {
	await deletingAlerts(ctx, userId);
}

export async function pruneAlerts(ctx: Ctx): Promise<void> {
	await deleteInSteps(ctx, saleAlerts, lte(saleAlerts.expiresAt, ctx.now()));
}
