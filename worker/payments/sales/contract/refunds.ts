import * as z from "zod";
import { amountField } from "../../../catalogue/shares/contract/pricing.ts";
import { type Currency, portionIn } from "../../../contract/money.ts";

/** After this many refusals by the bank, an automatic refund is left to the operator. */
export const MAX_FAILURES = 5;

/** Parsed to cents. */
export const refundedField = amountField.refine((cents) => cents > 0, "Enter an amount above 0");

export const refundInput = z.strictObject({
	/**
	 * the amount to return, in the sale's currency; the buyer keeps access while part of the price is left, and an
	 * `Idempotency-Key` is required. If omitted, the rest is returned and access ends
	 */
	amount: refundedField.optional(),
});

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
