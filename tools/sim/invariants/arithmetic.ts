import type { Pricing } from "../../../worker/catalogue/shares/contract/pricing.ts";

/** A buyer's price, computed without any of the product's code: decimal strings and whole numbers, never fractions. */

export type AskedPrice = {
	readonly pricing: Pricing;
	readonly price: string;
	/** of the whole share, for an order of files */
	readonly whole?: string | undefined;
	readonly currency: Currency;
};
/** A code as typed; either `percent` or `amount` is null. */
export type AskedCode = {
	readonly percent: string | null;
	readonly amount: string | null;
	readonly belowMinimum: "direct" | "free";
};
/** In hundredths of the currency. */
export type Due =
	| { readonly kind: "too_low"; readonly least: bigint }
	| { readonly kind: "free" | "direct" | "card"; readonly cents: bigint };

/** In hundredths: amounts are multiples of `step`, and cards take at least `least`. */
export const CURRENCIES = {
	usd: { step: 1n, least: 50n },
	eur: { step: 1n, least: 50n },
	jpy: { step: 100n, least: 10_000n },
	kwd: { step: 1n, least: 30n },
} as const;
export type Currency = keyof typeof CURRENCIES;
/** In hundredths of a percent of a card sale. */
const FEE = { free: 500n, pro: 100n } as const;
/** The provider's, in dollars: hundredths of a percent, and cents for each payment. */
const PROCESSING = { rate: 290n, each: 30n } as const;

export function hundredths(decimal: string): bigint {
	const [, whole, places = ""] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
	if (whole === undefined) throw new Error(`not a decimal with two places: ${decimal}`);
	return BigInt(whole) * 100n + BigInt(places.padEnd(2, "0"));
}

/** Rounds halves up to a multiple of `step`. */
export function halfUp(numerator: bigint, denominator: bigint, step = 1n): bigint {
	const divisor = denominator * step;
	const rest = numerator % divisor;
	const whole = (numerator - rest) / divisor;
	return (rest + rest >= divisor ? whole + 1n : whole) * step;
}

/** Orders of files get their part of an amount, and are waived only if the whole share would be. */
function reduced(price: bigint, code: AskedCode, currency: Currency, whole = price): bigint {
	const { step, least } = CURRENCIES[currency];
	const off =
		code.percent === null
			? halfUp(hundredths(code.amount ?? "0") * price, whole === 0n ? 1n : whole, step)
			: halfUp(price * hundredths(code.percent), 10_000n, step);
	const left = off > price ? 0n : price - off;
	const isWaived = code.belowMinimum === "free" && left < least;
	return isWaived && (price === whole || reduced(whole, code, currency) === 0n) ? 0n : left;
}

export function dueFor(asked: AskedPrice, code: AskedCode | null, typed: string | null): Due {
	const price = hundredths(asked.price);
	const whole = hundredths(asked.whole ?? asked.price);
	const least = code ? reduced(price, code, asked.currency, whole) : price;
	const isForCards = (cents: bigint) => cents >= CURRENCIES[asked.currency].least;
	const cents = asked.pricing === "chosen" ? hundredths(typed ?? "0") : least;
	if (cents < least) return { kind: "too_low", least };
	return { kind: cents === 0n ? "free" : isForCards(cents) ? "card" : "direct", cents };
}

/** In hundredths. */
export type SoldFiles = {
	readonly fileCents: number;
	readonly packages: readonly { readonly files: number; readonly cents: number }[];
	readonly included: number;
	readonly web: { readonly fileCents: number; readonly wholeCents: number } | null;
};

/** For the first files that someone buys, none of them free: by trying all packages, and originals for smaller sizes. */
export function dueForFiles(
	{ fileCents, packages, web }: SoldFiles,
	{ full, small }: { full: number; small: number },
	wholeCents: number,
	currency: Currency,
): number {
	const originals = (count: number): number => {
		if (count <= 0) return 0;
		const offers = [{ files: 1, cents: fileCents }, ...packages];
		return Math.min(...offers.map((one) => one.cents + originals(count - one.files)));
	};
	const ways = Array.from({ length: small + 1 }, (_, raised) => {
		const left = small - raised;
		if (left > 0 && !web) return wholeCents;
		const others = web && left > 0 ? Math.min(left * web.fileCents, web.wholeCents) : 0;
		return originals(full + raised) + others;
	});
	const due = Math.min(wholeCents, ...ways);
	return due < CURRENCIES[currency].least ? 0 : due;
}

/** In hundredths. */
export function platformFee(price: bigint, plan: "free" | "pro", currency: Currency): bigint {
	return halfUp(price * FEE[plan], 10_000n, CURRENCIES[currency].step);
}

/** In cents; for payments in dollars. */
export function processingFee(cents: bigint): bigint {
	return halfUp(cents * PROCESSING.rate, 10_000n) + PROCESSING.each;
}
