import type { Pricing } from "../../../worker/contract/catalogue/pricing.ts";

/**
 * What a buyer has to pay, computed from what the product promises and with none of its code: decimal
 * strings and whole numbers, never a fraction.
 */

/** What a creator asks for, as typed. */
export type AskedPrice = {
	readonly pricing: Pricing;
	readonly price: string;
	readonly currency: Currency;
};
/** A discount code, as typed; one of the first two is null. */
export type AskedCode = {
	readonly percent: string | null;
	readonly amount: string | null;
	readonly belowMinimum: "direct" | "free";
};
/** What must come of a quote. Hundredths of the currency. */
export type Due =
	| { readonly kind: "too_low"; readonly least: bigint }
	| { readonly kind: "free" | "direct" | "card"; readonly cents: bigint };

/** Of each currency, in hundredths: amounts are multiples of `step`, and cards take no less than `least`. */
export const CURRENCIES = {
	usd: { step: 1n, least: 50n },
	eur: { step: 1n, least: 50n },
	jpy: { step: 100n, least: 10_000n },
	kwd: { step: 1n, least: 30n },
} as const;
export type Currency = keyof typeof CURRENCIES;
/** Of each plan, in hundredths of a percent of a card sale. */
const FEE = { free: 500n, pro: 100n } as const;
/** Of the provider in dollars: hundredths of a percent, and cents for each payment. */
const PROCESSING = { rate: 290n, each: 30n } as const;

/** The hundredths of a decimal with two places at most: cents of dollars, basis points of a percentage. */
export function hundredths(decimal: string): bigint {
	const [, whole, places = ""] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
	if (whole === undefined) throw new Error(`no decimal with two places: ${decimal}`);
	return BigInt(whole) * 100n + BigInt(places.padEnd(2, "0"));
}

/** A fraction rounded to a multiple of `step`, a half up; none may be negative. */
export function halfUp(numerator: bigint, denominator: bigint, step = 1n): bigint {
	const divisor = denominator * step;
	const rest = numerator % divisor;
	const whole = (numerator - rest) / divisor;
	return (rest + rest >= divisor ? whole + 1n : whole) * step;
}

function reduced(price: bigint, code: AskedCode, currency: Currency): bigint {
	const { step, least } = CURRENCIES[currency];
	const off =
		code.percent === null
			? hundredths(code.amount ?? "0")
			: halfUp(price * hundredths(code.percent), 10_000n, step);
	const left = off > price ? 0n : price - off;
	return code.belowMinimum === "free" && left < least ? 0n : left;
}

/** What comes of a quote for this price with a code and the amount that the buyer types, if any. */
export function dueFor(asked: AskedPrice, code: AskedCode | null, typed: string | null): Due {
	const price = hundredths(asked.price);
	const least = code ? reduced(price, code, asked.currency) : price;
	const isForCards = (cents: bigint) => cents >= CURRENCIES[asked.currency].least;
	const cents = asked.pricing === "chosen" ? hundredths(typed ?? "0") : least;
	if (cents < least) return { kind: "too_low", least };
	return { kind: cents === 0n ? "free" : isForCards(cents) ? "card" : "direct", cents };
}

/** What the platform takes of a card sale, in hundredths. */
export function platformFee(price: bigint, plan: "free" | "pro", currency: Currency): bigint {
	return halfUp(price * FEE[plan], 10_000n, CURRENCIES[currency].step);
}

/** What the provider takes of a card payment in dollars, in cents. */
export function processingFee(cents: bigint): bigint {
	return halfUp(cents * PROCESSING.rate, 10_000n) + PROCESSING.each;
}
