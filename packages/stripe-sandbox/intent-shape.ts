import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import { newId, randomText } from "./ids.ts";

/** Not stored yet. Cents. */
export function blankIntent(
	call: Call,
	of: { amount: number; currency: string; customer: string | null },
): Stripe.PaymentIntent {
	const id = newId("pi");
	return {
		id,
		object: "payment_intent",
		allowed_payment_method_types: null,
		amount: of.amount,
		amount_capturable: 0,
		amount_received: 0,
		application_fee_amount: null,
		automatic_payment_methods: { allow_redirects: "always", enabled: true },
		canceled_at: null,
		cancellation_reason: null,
		capture_method: "automatic_async",
		client_secret: `${id}_secret_${randomText(25)}`,
		confirmation_method: "automatic",
		created: call.now,
		currency: of.currency,
		customer: of.customer,
		description: null,
		excluded_payment_method_types: null,
		last_payment_error: null,
		latest_charge: null,
		livemode: false,
		metadata: {},
		next_action: null,
		on_behalf_of: null,
		payment_method: null,
		payment_method_options: {
			card: {
				installments: null,
				mandate_options: null,
				network: null,
				request_three_d_secure: "automatic",
			},
			us_bank_account: { verification_method: "automatic" },
		},
		payment_method_types: ["card"],
		processing: null,
		receipt_email: null,
		setup_future_usage: null,
		status: "requires_payment_method",
		transfer_data: null,
		transfer_group: null,
	} as unknown as Stripe.PaymentIntent;
}
