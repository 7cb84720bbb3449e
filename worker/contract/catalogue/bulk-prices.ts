import * as z from "zod";
import { idField } from "../fields.ts";
import { CURRENCIES, type Currency, highestPrice, leastPrice, roundedTo } from "../money.ts";
import { amountField, type PriceTermsIn } from "./pricing.ts";

/** How many prices one request changes at most. */
export const MAX_PRICE_CHANGES = 200;
/** In basis points: 1000 %. */
export const MAX_RAISE_BPS = 100_000;

/** The cents on which new prices end; `none` leaves them as computed. */
export const ROUNDINGS = ["none", "00", "49", "99"] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** How several prices change: by basis points of each, by cents, or to one price in cents. */
export type PriceChange =
	| { kind: "percent"; bps: number }
	| { kind: "amount"; cents: number }
	| { kind: "to"; cents: number };

/** Why a price is not changed. */
export type PriceRefusal = "free" | "unchanged" | "too_low" | "too_high" | "above_suggestion";

const HUNDRED = 100;

/** The nearest price that ends so, of two equally near the higher one; at least the lowest price. */
function rounded(cents: number, rounding: Rounding): number {
	if (rounding === "none") return cents;
	const ending = Number(rounding);
	const dollars = Math.floor(cents / HUNDRED) * HUNDRED;
	const [first = cents, ...others] = [dollars + HUNDRED, dollars, dollars - HUNDRED]
		.map((whole) => whole + ending)
		.filter((price) => price >= 1);
	return others.reduce(
		(best, price) => (Math.abs(price - cents) < Math.abs(best - cents) ? price : best),
		first,
	);
}

/** A price after a change, in cents; a percentage is rounded half up. A currency without decimals has no endings. */
export function changedCents(
	cents: number,
	change: PriceChange,
	rounding: Rounding,
	currency: Currency,
): number {
	if (change.kind === "to") return change.cents;
	const exact =
		change.kind === "amount"
			? cents + change.cents
			: Math.floor((cents * (10_000 + change.bps) + 5_000) / 10_000);
	const { step } = CURRENCIES[currency];
	return exact < step ? exact : roundedTo(step === 1 ? rounded(exact, rounding) : exact, currency);
}

/** Why a share can't get a price; null when it can. */
export function priceRefusal(terms: PriceTermsIn, toCents: number): PriceRefusal | null {
	if (terms.pricing === "free") return "free";
	if (toCents < leastPrice(terms.currency)) return "too_low";
	if (toCents > highestPrice(terms.currency)) return "too_high";
	if (toCents === terms.priceCents) return "unchanged";
	const { suggestedCents } = terms;
	return suggestedCents !== null && toCents > suggestedCents ? "above_suggestion" : null;
}

/** New prices of several shares, each with the one that it replaces: all of them are changed or none. */
export const changePricesInput = z.strictObject({
	/** at most 200, each share once */
	changes: z
		.array(
			z
				.strictObject({
					/** the id of the share in its link */
					share: idField,
					/** the price until now: if it has changed meanwhile, no price is changed */
					from: amountField,
					/** the new price: a decimal string in the share's currency */
					to: amountField,
				})
				.refine(({ to }) => to > 0, {
					path: ["to"],
					error: "Valid price is required",
				}),
		)
		.min(1, "Choose at least one share")
		.max(MAX_PRICE_CHANGES, `At most ${MAX_PRICE_CHANGES} prices are changed at once`)
		.refine((changes) => new Set(changes.map(({ share }) => share)).size === changes.length, {
			error: "Each share can be named once",
		}),
});
