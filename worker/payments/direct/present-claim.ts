import { priceOf } from "../../contract/fields.ts";
import type { DirectClaim } from "../../contract/payments.ts";
import type { Sale } from "../find-purchase.ts";

/** A claim as its creator or its buyer may see it. */
export function presentClaim(
	{ purchase, shareLinkId }: Pick<Sale, "purchase" | "shareLinkId">,
	viewer: "creator" | "buyer",
): DirectClaim {
	return {
		id: purchase.id,
		shareId: shareLinkId,
		title: purchase.shareTitle,
		price: priceOf(purchase.priceCents),
		reference: purchase.reference,
		state: purchase.state,
		createdAt: new Date(purchase.claimedAt ?? purchase.createdAt).toISOString(),
		...(viewer === "creator" && {
			buyerEmail: purchase.buyerEmail ?? "",
			confirmationCode: purchase.confirmationCode ?? "",
		}),
	};
}
