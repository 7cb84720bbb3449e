import {
	asBuyer,
	shareViewStatusOf,
} from "../../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { DIRECT_CURRENCY, leastByCard } from "../../../../worker/contract/money.ts";
import type { Api } from "../api/api.ts";
import { money } from "./money.ts";

/** Explains why nobody can pay for a share, and how to change that. */
export function paymentWarnings(api: Api, page: ShareResponse): string[] {
	const { shareId, currency } = page.fileShare;
	const status = shareViewStatusOf(asBuyer(page));
	if (status === "paused")
		return [
			"Nobody can pay this yet: the server takes no payments at the moment. It is for sale once they go on.",
		];
	if (status !== "no-route") return [];
	const least = (leastByCard(currency) / 100).toFixed(2);
	const raise = `raise the price: tillbox edit ${shareId} --price ${least}`;
	const byCard = `Nobody can pay this yet: online payments start at ${money(least, currency)}`;
	return [
		currency === DIRECT_CURRENCY
			? `${byCard}, and you have no Cash App handle. Add one in the settings of ${api.http.origin}, or ${raise}`
			: `${byCard}. To sell it, ${raise}`,
	];
}
