import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { findBuyer } from "../../purchases/entitlements/buyer.ts";
import { purchaseHolders, purchases } from "../../purchases/entitlements/tables.ts";
import type { MyPurchase } from "./contract.ts";
import { findReceipts } from "./present-receipt.ts";

function heldBy(ctx: Ctx, buyerId: string) {
	return inArray(
		purchases.id,
		ctx.db
			.select({ id: purchaseHolders.purchaseId })
			.from(purchaseHolders)
			.where(eq(purchaseHolders.buyerId, buyerId)),
	);
}

export async function myPurchases(ctx: Ctx): Promise<MyPurchase[]> {
	const buyerId = await findBuyer(ctx);
	return buyerId ? findReceipts(ctx, heldBy(ctx, buyerId)) : [];
}

/** Throws `purchase.not_found` unless the buyer holds the purchase. */
export async function fetchReceipt(ctx: Ctx, { id }: { id: string }): Promise<MyPurchase> {
	const buyerId = await findBuyer(ctx);
	const [receipt] = buyerId
		? await findReceipts(ctx, and(eq(purchases.id, id), heldBy(ctx, buyerId)))
		: [];
	if (!receipt) throw failure("purchase.not_found");
	return receipt;
}
