import type { Discount } from "../../../worker/catalogue/discounts/contract.ts";
import { type PriceTermsIn, priceWith } from "../../../worker/catalogue/shares/contract/pricing.ts";
import type { Reduction } from "../../../worker/catalogue/shares/contract/reduction.ts";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { centsOf } from "../../../worker/contract/fields.ts";
import { type Currency, leastByCard } from "../../../worker/contract/money.ts";
import { typedCents, worthAbout } from "../../lib/forms/price-input.ts";
import { formatBps, formatMoney } from "../../lib/i18n/format.ts";

const example = (currency: Currency): PriceTermsIn => ({
	pricing: "fixed",
	priceCents: worthAbout(2400, currency),
	suggestedCents: null,
	currency,
});

/** "20%" or "$5.00" */
export function reductionText({
	percent,
	amount,
	currency,
}: Pick<Discount, "percent" | "amount" | "currency">): string {
	return percent === null
		? formatMoney(amount ?? "0", currency)
		: formatBps(Math.round(percent * 100));
}

export function typedReduction(
	kind: "percent" | "amount",
	text: string,
	belowMinimum: Discount["belowMinimum"],
	currency: Currency,
): Reduction | null {
	if (kind === "amount") {
		const amountCents = typedCents(text, currency);
		return amountCents ? { percentBps: null, amountCents, belowMinimum } : null;
	}
	const percentBps = Math.round(Number(text) * 100);
	return percentBps >= 100 && percentBps <= 10_000
		? { percentBps, amountCents: null, belowMinimum }
		: null;
}

const termsOf = ({ pricing, price, suggestedPrice, currency }: MyShare): PriceTermsIn => ({
	pricing,
	priceCents: centsOf(price) ?? 0,
	suggestedCents: suggestedPrice === null ? null : centsOf(suggestedPrice),
	currency,
});

export function exampleOf(shares: readonly MyShare[], reduction: Reduction, currency: Currency) {
	const terms =
		shares.map(termsOf).find((share) => share.priceCents > 0 && share.currency === currency) ??
		example(currency);
	const { listCents, leastCents } = priceWith(terms, reduction);
	return { listCents, leastCents };
}

/** True if the reduction leaves a price that no card can pay. */
export function fallsBelowMinimum(shares: readonly MyShare[], reduction: Reduction): boolean {
	return shares.some((share) => {
		const { leastCents } = priceWith(termsOf(share), { ...reduction, belowMinimum: "direct" });
		return leastCents > 0 && leastCents < leastByCard(share.currency);
	});
}
