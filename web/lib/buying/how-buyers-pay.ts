import type { Pricing } from "../../../worker/catalogue/shares/contract/pricing.ts";
import { waysToPay } from "../../../worker/catalogue/shares/contract/ways-to-pay.ts";
import { centsOf } from "../../../worker/contract/fields.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { directWay } from "../../../worker/payments/direct/contract/direct-way.ts";
import { takenWays, usePaymentStatus } from "../server/queries/payment-status.ts";
import { usePublishedTexts } from "../texts/published-texts.ts";

export function useHowBuyersPay({
	pricing,
	price,
	currency,
}: {
	pricing: Pricing;
	price: string;
	currency: Currency;
}): string {
	const t = usePublishedTexts();
	const { data } = usePaymentStatus();
	if (pricing === "free") return t("published.getFree");
	const { card, direct } = waysToPay(
		{ pricing, priceCents: centsOf(price) ?? 0, currency },
		takenWays(data),
	);
	const way = directWay(data, currency, data?.directLinkHosts ?? [])?.directBy;
	if (!direct || way === undefined) return t("published.payCard");
	return t(card ? "published.payBoth" : "published.payDirect", { way });
}
