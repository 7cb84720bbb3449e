import { DEFAULT_CURRENCY } from "../../../worker/contract/money.ts";
import { feeOf, type Plan, usualProcessingFee } from "../../../worker/contract/plans.ts";

export type SaleBreakdown = {
	priceCents: number;
	platformFeeCents: number;
	processingFeeCents: number;
	netCents: number;
};

export function saleBreakdown(
	plan: Plan,
	priceCents: number,
	route: "card" | "direct",
	processingFeeBorneBy: "creator" | "operator" = "creator",
): SaleBreakdown {
	const isCard = route === "card";
	const currency = DEFAULT_CURRENCY;
	const feeBps = isCard ? plan.cardFeeBps : plan.directFeeBps;
	const platformFeeCents = feeOf(priceCents, feeBps, currency);
	const processingFeeCents =
		isCard && processingFeeBorneBy === "creator" ? usualProcessingFee(priceCents, currency) : 0;
	return {
		priceCents,
		platformFeeCents,
		processingFeeCents,
		netCents: priceCents - platformFeeCents - processingFeeCents,
	};
}
