import type { MyPurchase } from "../../../worker/contract/payments/payments.ts";

/** Both lists as one without repetitions, newest first; where both have a purchase, `fresh` is right. */
export function mergePurchases(
	known: readonly MyPurchase[],
	fresh: readonly MyPurchase[],
): MyPurchase[] {
	const byId = new Map([...known, ...fresh].map((purchase) => [purchase.purchaseId, purchase]));
	return [...byId.values()].sort((a, b) => b.paidAt.localeCompare(a.paidAt));
}

/**
 * Returns true when the files can be downloaded: not if refunded, disputed or revoked, or if the
 * files were deleted.
 */
export function isOpen(purchase: Pick<MyPurchase, "state" | "filesGone" | "revoked">): boolean {
	return purchase.state === "paid" && purchase.revoked === null && !purchase.filesGone;
}
