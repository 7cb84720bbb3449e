import { Stripe } from "stripe";
import type { ErrorReason } from "../contract/errors.ts";
import { type ApiError, failure } from "./errors.ts";

/** The text of `provider.refused` covers other codes. */
const REASONS: Readonly<Record<string, ErrorReason>> = {
	// After the exchange, the platform's minimum applies too.
	// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
	amount_too_small: "payment.too_low_exchanged",
	charge_already_refunded: "refund.already_made",
	charge_not_refundable: "refund.too_late",
	charge_disputed: "refund.disputed",
	balance_insufficient: "refund.balance_insufficient",
	insufficient_funds: "refund.balance_insufficient",
};

/** Null for errors that aren't refusals by the provider. */
export function providerRefusal(error: unknown): ApiError | null {
	const { StripeInvalidRequestError, StripeCardError } = Stripe.errors;
	if (!(error instanceof StripeInvalidRequestError || error instanceof StripeCardError))
		return null;
	const reason = REASONS[error.code ?? ""];
	return failure("provider.refused", { cause: error, ...(reason && { reason }) });
}
