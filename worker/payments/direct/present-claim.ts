import { priceOf } from "../../contract/fields.ts";
import { directName } from "../../contract/payments/direct-way.ts";
import type { DirectClaim } from "../../contract/payments/payments.ts";
import type { Sale } from "../../purchases/find-purchase.ts";

export function presentClaim(
	row: Pick<Sale, "purchase" | "slug"> & { raisesTo?: number | null },
	viewer: "creator" | "buyer",
): DirectClaim {
	const { purchase, slug } = row;
	return {
		id: purchase.id,
		shareId: slug,
		title: purchase.shareTitle,
		price: priceOf(purchase.priceCents),
		currency: purchase.currency,
		directBy: directName(purchase.directHost),
		reference: purchase.reference,
		state: purchase.state,
		reason: purchase.state === "declined" ? purchase.declineReason : null,
		createdAt: new Date(purchase.claimedAt ?? purchase.createdAt).toISOString(),
		...(viewer === "creator" && {
			raisesTo: row.raisesTo ?? null,
			buyerEmail: purchase.buyerEmail ?? "",
			confirmationCode: purchase.confirmationCode ?? "",
		}),
	};
}
