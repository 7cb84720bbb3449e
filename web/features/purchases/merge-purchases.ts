import type { MyPurchase } from "../../../worker/customers/receipts/contract.ts";

/** Newest first, without duplicates; `fresh` wins where the lists differ. */
export function mergePurchases(
	known: readonly MyPurchase[],
	fresh: readonly MyPurchase[],
): MyPurchase[] {
	const byId = new Map([...known, ...fresh].map((purchase) => [purchase.purchaseId, purchase]));
	return [...byId.values()].sort((a, b) => b.paidAt.localeCompare(a.paidAt));
}

/** False for purchases that were refunded, disputed or revoked, or whose files were deleted. */
export function isOpen(purchase: Pick<MyPurchase, "state" | "filesGone" | "revoked">): boolean {
	return purchase.state === "paid" && purchase.revoked === null && !purchase.filesGone;
}
