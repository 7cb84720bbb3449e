import type { PaymentIntent, StripeError } from "@stripe/stripe-js";

/**
 * Whether nothing is left for the buyer to do, possibly since another tab did it. An authorised payment
 * (`requires_capture`) is charged once a copy is reserved for it.
 */
export const isConfirmed = (status: PaymentIntent.Status | undefined): boolean =>
	status === "succeeded" || status === "processing" || status === "requires_capture";

/**
 * Returns the provider's sentence if it is for buyers and in their language: about the card or what they typed. Those of
 * its API are English and for programmers.
 */
export const buyerMessage = ({ type, message }: StripeError): string | undefined =>
	type === "card_error" || type === "validation_error" ? message : undefined;
