import * as z from "zod";
import { idField } from "../fields.ts";
import { CURRENCIES, type Currency, highestPrice, leastPrice, portion } from "../money.ts";
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

/**
 * A price after a change, in cents, rounded half up once: to what the currency has, or to the nearest price that ends
 * so. A currency without decimals has no endings.
 */
export function changedCents(
	cents: number,
	change: PriceChange,
	rounding: Rounding,
	currency: Currency,
): number {
	if (change.kind === "to") return change.cents;
	const [part, whole] =
		change.kind === "amount" ? [cents + change.cents, 1] : [cents * (10_000 + change.bps), 10_000];
	if (part <= 0) return part;
	const { step } = CURRENCIES[currency];
	const near = portion(part, 1, whole, 1);
	if (near < step) return near;
	if (step > 1 || rounding === "none") return portion(part, 1, whole, step);
	const ending = Number(rounding);
	const price = portion(part - ending * whole, 1, whole, HUNDRED) + ending;
	return price < 1 ? price + HUNDRED : price;
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
