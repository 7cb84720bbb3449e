import type { Stripe } from "stripe";
import type { Call } from "./call.ts";

/** Tells the invoice that an intent belongs to, if any, that it has been paid. */
export function intentSucceeded(_call: Call, _intent: Stripe.PaymentIntent): void {}

/** Tells the invoice that an intent belongs to, if any, that an attempt failed. */
export function intentFailed(_call: Call, _intent: Stripe.PaymentIntent): void {}
