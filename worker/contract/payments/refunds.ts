import * as z from "zod";
import { amountField } from "../catalogue/pricing.ts";
import { type Currency, portionIn } from "../money.ts";

/** A bank that has refused an automatic refund this often will not accept the next: it is left to the operator. */
export const MAX_FAILURES = 5;

/** What is refunded, a decimal string above 0; parsed to cents. */
export const refundedField = amountField.refine((cents) => cents > 0, "Enter an amount above 0");

/** `POST /api/purchases/{id}/refund` */
export const refundInput = z.strictObject({
	/**
	 * what is returned, a decimal string in the sale's currency such as `5.00`: then the buyer keeps the access while something
	 * of the price is left. All that is left where it is not given, and the access ends. An amount needs an
	 * `Idempotency-Key`
	 */
	amount: refundedField.optional(),
});

/** What a refund is about. Cents. */
type Refunded = {
	readonly priceCents: number;
	/** the platform fee of the whole price */
	readonly feeCents: number;
	readonly currency: Currency;
};

/** The part of the fee that belongs to the first `upTo` cents of the price, rounded half up. */
function feePart({ priceCents, feeCents, currency }: Refunded, upTo: number): number {
	return portionIn(currency, feeCents, upTo, priceCents);
}

/** The part of the platform fee that a refund of `cents` returns to the creator, after `before` cents were refunded. */
export function returnedFee(sale: Refunded, before: number, cents: number): number {
	return feePart(sale, before + cents) - feePart(sale, before);
}
