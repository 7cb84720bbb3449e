import { asBuyer, shareViewStatusOf } from "../../../../worker/contract/catalogue/share-view.ts";
import type { ShareResponse } from "../../../../worker/contract/catalogue/shares.ts";
import { MIN_CARD_PRICE_CENTS } from "../../../../worker/contract/constants.ts";
import type { Api } from "../api/api.ts";

const LEAST_BY_CARD = (MIN_CARD_PRICE_CENTS / 100).toFixed(2);

/** Says why nobody can pay a share, with what to do about it; empty where somebody can. */
export function paymentWarnings(api: Api, page: ShareResponse): string[] {
	const { shareId } = page.fileShare;
	const status = shareViewStatusOf(asBuyer(page));
	if (status === "paused")
		return [
			"Nobody can pay this yet: the server takes no payments at the moment. It is for sale once they go on.",
		];
	if (status !== "no-route") return [];
	return [
		`Nobody can pay this yet: cards are taken from $${LEAST_BY_CARD} on, and you have no Cash App handle. Add one in the settings of ${api.http.origin}, or raise the price: tillbox edit ${shareId} --price ${LEAST_BY_CARD}`,
	];
}
