import type { PaymentIntent, StripeError } from "@stripe/stripe-js";

/** True if the buyer has nothing left to do. An authorised payment is charged once a copy is reserved for it. */
export const isConfirmed = (status: PaymentIntent.Status | undefined): boolean =>
	status === "succeeded" || status === "processing" || status === "requires_capture";

/** The provider's message if it is meant for buyers; its API errors are English and for programmers. */
export const buyerMessage = ({ type, message }: StripeError): string | undefined =>
	type === "card_error" || type === "validation_error" ? message : undefined;
