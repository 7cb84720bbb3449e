import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../contract/retention.ts";
import type { Ctx } from "../core/context.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { inSteps, STEP_ROWS } from "../platform/storage/in-steps.ts";
import {
	buyers,
	purchaseHolders,
	purchaseLines,
	purchaseParts,
	purchases,
} from "../purchases/entitlements/tables.ts";

const idsOf = (rows: readonly { id: string }[]) =>
	sql`(select value from json_each(${JSON.stringify(rows.map(({ id }) => id))}))`;

function deletePurchases(ctx: Ctx, where: SQL | undefined): Promise<void> {
	const hasEntries = sql`exists (select 1 from ledger where ledger.purchase_id = ${purchases.id})`;
	return inSteps(async () => {
		const old = await ctx.db
			.select({ id: purchases.id })
			.from(purchases)
			.where(and(where, sql`not ${hasEntries}`))
			.limit(STEP_ROWS);
		const listed = idsOf(old);
		await ctx.db.batch([
			ctx.db.delete(purchaseHolders).where(inArray(purchaseHolders.purchaseId, listed)),
			ctx.db.delete(purchaseLines).where(inArray(purchaseLines.purchaseId, listed)),
			ctx.db.delete(purchaseParts).where(inArray(purchaseParts.purchaseId, listed)),
			ctx.db.delete(purchases).where(inArray(purchases.id, listed)),
		]);
		return old.length;
	});
}

/** Failed attempts are kept for support requests until then. */
export async function prunePaymentAttempts(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.attemptedPaymentDays * DAY_MS;
	await deletePurchases(
		ctx,
		and(sql`${purchases.state} = 'cancelled'`, lt(purchases.closedAt, before)),
	);
}

export async function pruneClaims(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.claimDays * DAY_MS;
	await deletePurchases(
		ctx,
		and(
			eq(purchases.route, "direct"),
			sql`${purchases.state} in ('claimed', 'declined')`,
			lt(purchases.claimedAt, before),
			sql`not exists (select 1 from tokens
				where tokens.purpose = ${TOKENS.receipt.name} and tokens.subject = ${purchases.id})`,
		),
	);
}

type ExpiredBuyer = { at: number; id: string };

/** Runs in rounds, since an identity's purchases may be deleted later. */
export async function pruneBuyers(ctx: Ctx, from: string | null): Promise<string | null> {
	let last = from === null ? { at: 0, id: "" } : (JSON.parse(from) as ExpiredBuyer);
	let isDone = false;
	await inSteps(async () => {
		const expired: ExpiredBuyer[] = await ctx.db
			.select({ at: buyers.expiresAt, id: buyers.id })
			.from(buyers)
			.where(and(sql`(expires_at, id) > (${last.at}, ${last.id})`, lt(buyers.expiresAt, ctx.now())))
			.orderBy(buyers.expiresAt, buyers.id)
			.limit(STEP_ROWS);
		await ctx.db.delete(buyers).where(
			and(
				inArray(buyers.id, idsOf(expired)),
				sql`not exists (select 1 from purchases where purchases.buyer_id = ${buyers.id})`,
				sql`not exists (select 1 from purchase_holders
						where purchase_holders.buyer_id = ${buyers.id})`,
			),
		);
		last = expired.at(-1) ?? last;
		isDone = expired.length < STEP_ROWS;
		return expired.length;
	});
	return isDone ? null : JSON.stringify(last);
}
