import { isFree, priceNow } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { useTexts } from "./texts.ts";

/** The main way first; only one if the buyer chooses the price, or pays nothing. `next`: what happens then. */
export function useWays(page: ShareResponse) {
	const t = useTexts();
	const { fileShare, creator, discount } = page;
	const { shareId, pricing } = fileShare;
	const query = discount?.price ? `?code=${discount.code}` : "";
	const price = formatMoney(priceNow(page), fileShare.currency);
	const way = creator.directBy;
	const card = { href: paths.payment(shareId) + query };
	const direct = { href: paths.directPayment(shareId) + query };
	if (pricing === "chosen" || isFree(page)) {
		const label = t(pricing === "chosen" ? "share.choose" : "share.get");
		return [{ ...(creator.acceptsCard || isFree(page) ? card : direct), label, next: null }];
	}
	const ways = [
		...(creator.acceptsCard
			? [{ ...card, label: t("share.buyCard", { price }), next: t("share.cardNext") }]
			: []),
		...(way
			? [{ ...direct, label: t("share.buyDirect", { price, way }), next: t("share.directNext") }]
			: []),
	];
	if (ways.length > 1) return ways;
	return ways.map((one) => ({ ...one, label: t("share.buy", { price }), next: null }));
}
