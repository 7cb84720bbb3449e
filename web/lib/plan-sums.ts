import { feeOf, type Plan, USUAL_PROCESSING_FEE } from "../../worker/contract/plans.ts";

export type SaleSum = {
	priceCents: number;
	platformFeeCents: number;
	/** the card provider's usual fee; what is charged in the end comes from the provider */
	processingFeeCents: number;
	netCents: number;
};

/** What a creator gets of one sale, in cents, by route. */
export function saleSum(
	plan: Plan,
	priceCents: number,
	route: "card" | "direct",
	processingFeeBorneBy: "creator" | "operator" = "creator",
): SaleSum {
	const isCard = route === "card";
	const platformFeeCents = feeOf(priceCents, isCard ? plan.cardFeeBps : plan.directFeeBps);
	const processingFeeCents =
		isCard && processingFeeBorneBy === "creator"
			? feeOf(priceCents, USUAL_PROCESSING_FEE.bps) + USUAL_PROCESSING_FEE.fixedCents
			: 0;
	return {
		priceCents,
		platformFeeCents,
		processingFeeCents,
		netCents: priceCents - platformFeeCents - processingFeeCents,
	};
}
