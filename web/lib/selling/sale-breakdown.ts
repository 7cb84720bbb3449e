import {
	DEFAULT_PROCESSING_FEE,
	feeOf,
	type Plan,
} from "../../../worker/contract/accounts/plans.ts";

export type SaleBreakdown = {
	priceCents: number;
	platformFeeCents: number;
	/** the card provider's usual fee; the actual fee comes from the provider */
	processingFeeCents: number;
	netCents: number;
};

/** Returns what a creator receives of one sale, in cents, by route. */
export function saleBreakdown(
	plan: Plan,
	priceCents: number,
	route: "card" | "direct",
	processingFeeBorneBy: "creator" | "operator" = "creator",
): SaleBreakdown {
	const isCard = route === "card";
	const platformFeeCents = feeOf(priceCents, isCard ? plan.cardFeeBps : plan.directFeeBps);
	const processingFeeCents =
		isCard && processingFeeBorneBy === "creator"
			? feeOf(priceCents, DEFAULT_PROCESSING_FEE.bps) + DEFAULT_PROCESSING_FEE.fixedCents
			: 0;
	return {
		priceCents,
		platformFeeCents,
		processingFeeCents,
		netCents: priceCents - platformFeeCents - processingFeeCents,
	};
}
