import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "../../core/context.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { purchaseHolders, purchases } from "../../purchases/entitlements/tables.ts";

/** Plenty for a person, too few for a public link. */
const MAX_HOLDERS = 20;

type Statements = [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/**
 * For a visitor who can read the receipt's mail. Beyond the limit, the least recently used holder is dropped, even
 * the payer's: a new browser of the same person is worth more.
 */
export function addHolder(ctx: Ctx, where: SQL | undefined, buyerId: string): Statements {
	const usedAt = ctx.now();
	const isChosen = where ?? sql`false`;
	const chosenPurchases = sql`(select purchases.id from purchases where ${isChosen})`;
	return [
		insertWhen(
			ctx.db,
			purchaseHolders,
			{ purchaseId: sql`purchases.id`, buyerId, createdAt: usedAt, usedAt },
			isChosen,
			sql`purchases`,
		).onConflictDoUpdate({
			target: [purchaseHolders.purchaseId, purchaseHolders.buyerId],
			set: { usedAt },
		}),
		ctx.db.delete(purchaseHolders).where(
			sql`(purchase_id, buyer_id) in (select purchase_id, buyer_id from (
				select purchase_id, buyer_id, row_number() over (partition by purchase_id
					order by buyer_id = ${buyerId} desc, used_at desc, created_at desc) as nth
				from purchase_holders where purchase_id in ${chosenPurchases}) where nth > ${MAX_HOLDERS})`,
		),
	];
}

/** Returns whether the buyer holds the purchase; adds them only below the limit. */
export async function addHolderWithinLimit(
	ctx: Ctx,
	purchaseId: string,
	buyerId: string,
): Promise<boolean> {
	const now = ctx.now();
	const own = and(eq(purchaseHolders.purchaseId, purchaseId), eq(purchaseHolders.buyerId, buyerId));
	const { held } = await namedBatch(ctx.db, {
		added: insertWhen(
			ctx.db,
			purchaseHolders,
			{ purchaseId, buyerId, createdAt: now, usedAt: now },
			sql`(select count(*) from purchase_holders where purchase_id = ${purchaseId}) < ${MAX_HOLDERS}`,
		).onConflictDoNothing(),
		held: ctx.db.update(purchaseHolders).set({ usedAt: now }).where(own).returning(),
	});
	return held.length > 0;
}

/** Also true if this buyer holds the purchase already. */
export async function hasHolderRoom(
	ctx: Ctx,
	purchaseId: string,
	buyerId: string | null,
): Promise<boolean> {
	const [row] = await ctx.db
		.select({
			free: sql<number>`(select count(*) from purchase_holders
				where purchase_id = purchases.id) < ${MAX_HOLDERS}
				or exists (select 1 from purchase_holders
				where purchase_id = purchases.id and buyer_id = ${buyerId})`,
		})
		.from(purchases)
		.where(eq(purchases.id, purchaseId));
	return row?.free === 1;
}
