import * as z from "zod";
import { EDITIONS } from "../../../catalogue/shares/contract/editions.ts";
import { amountField } from "../../../catalogue/shares/contract/pricing.ts";
import { idField } from "../../../contract/fields.ts";
import { type Currency, portionIn } from "../../../contract/money.ts";

/** After this many refusals by the bank, an automatic refund is left to the operator. */
export const MAX_FAILURES = 5;

/** Parsed to cents. */
export const refundedField = amountField.refine((cents) => cents > 0, "Enter an amount above 0");

/** As many as a refund's metadata names safely. */
export const MAX_LINES = 100;

/** A line of a purchase of single files. */
export const lineField = z.strictObject({
	/** the file's id; `*` for all pictures in web size */
	file: z.union([z.literal("*"), idField]),
	/** the size */
	edition: z.enum(EDITIONS),
});
export type LineName = z.output<typeof lineField>;

const refundFields = z.strictObject({
	/**
	 * the amount to return, in the sale's currency; the buyer keeps access while part of the price is left, and an
	 * `Idempotency-Key` is required. If omitted, the rest is returned and access ends
	 */
	amount: refundedField.optional(),
	/**
	 * single files of the purchase: what was paid for them is returned, once however often this is sent, and access to
	 * them ends. Not together with an amount
	 */
	lines: z.array(lineField).min(1).max(MAX_LINES).optional(),
});
export const refundInput = refundFields.refine(
	({ amount, lines }) => amount === undefined || lines === undefined,
	{ path: ["lines"], error: "Send an amount or lines, not both" },
);

/** In cents. */
type Refunded = {
	readonly priceCents: number;
	/** the platform fee of the whole price */
	readonly feeCents: number;
	readonly currency: Currency;
};

/** Returns the share of the fee in the first `upTo` cents of the price, rounded half up. */
function feePart({ priceCents, feeCents, currency }: Refunded, upTo: number): number {
	return portionIn(currency, feeCents, upTo, priceCents);
}

/** Returns how much of the platform fee a refund of `cents` returns, after `before` cents were refunded. */
export function returnedFee(sale: Refunded, before: number, cents: number): number {
	return feePart(sale, before + cents) - feePart(sale, before);
}
