import * as z from "zod";
import { centsOf } from "../../../contract/fields.ts";
import { CURRENCIES, type Currency, highestPrice } from "../../../contract/money.ts";
import { type Reduction, reducedCents } from "./reduction.ts";

/** `chosen`: buyers choose, from a minimum; `free`: for an address, or for everyone. */
export const pricingField = z.enum(["fixed", "chosen", "free"]);
export type Pricing = z.infer<typeof pricingField>;

/** A decimal string of at least 0, parsed to cents; `moneyFault` checks the currency's limits. */
export const amountField = z
	.union([z.string(), z.number()], {
		error: ({ input }) => (input === undefined ? undefined : "Valid price is required"),
	})
	.transform((amount, check) => {
		const cents = centsOf(String(amount));
		if (cents === null) {
			check.issues.push({ code: "custom", input: amount, message: "Valid price is required" });
			return z.NEVER;
		}
		return cents;
	});

/** A share's price settings, in cents. */
export type PriceTerms = {
	pricing: Pricing;
	/** `chosen`: the minimum; `free`: 0 */
	priceCents: number;
	/** `chosen`: the suggestion to the buyer */
	suggestedCents: number | null;
};
export type PriceTermsIn = PriceTerms & { currency: Currency };

/** Returns why an amount isn't possible in a currency; null if it is. */
export function moneyFault(cents: number, currency: Currency): string | null {
	if (cents > highestPrice(currency)) return "Valid price is required";
	return cents % CURRENCIES[currency].step === 0
		? null
		: "Enter a whole amount: this currency has no decimals";
}

/** Returns why price settings aren't possible, and the field at fault; null if they are. */
export function priceFault(
	terms: PriceTerms,
): { field: "price" | "suggestedPrice"; message: string } | null {
	const { pricing, priceCents, suggestedCents } = terms;
	if (pricing === "fixed" && priceCents === 0)
		return { field: "price", message: "Valid price is required" };
	if (pricing === "free" && priceCents !== 0)
		return { field: "price", message: "A free share has no price" };
	if (pricing === "chosen" && suggestedCents !== null && suggestedCents < priceCents)
		return { field: "suggestedPrice", message: "The suggestion can't be below the minimum" };
	return null;
}

/** A buyer's price, in cents. */
export type Price = {
	/** before the code: the price, or the minimum */
	listCents: number;
	/** after the code; if the buyer chooses, the least that is accepted */
	leastCents: number;
	/** proposed if the buyer chooses; null otherwise */
	suggestedCents: number | null;
};

export function priceWith(terms: PriceTermsIn, reduction: Reduction | null): Price {
	const { pricing, suggestedCents, currency } = terms;
	const leastCents = reducedCents(terms.priceCents, reduction, currency);
	return {
		listCents: terms.priceCents,
		leastCents,
		suggestedCents:
			pricing === "chosen"
				? Math.max(
						leastCents,
						reducedCents(suggestedCents ?? terms.priceCents, reduction, currency),
					)
				: null,
	};
}
