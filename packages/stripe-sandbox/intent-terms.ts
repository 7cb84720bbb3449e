import type { Stripe } from "stripe";
import { requireTransfers } from "./accounts.ts";
import type { Call } from "./call.ts";
import { invalidRequest, parameterMissing } from "./errors.ts";
import { idOf } from "./ids.ts";
import { CAPTURABLE, METHOD_TYPES, typesFor } from "./methods.ts";
import type { Params } from "./params.ts";

/** `transfer_data`: which connected account receives the money. */
export function transferData(
	call: Call,
	params: Params,
	current: Stripe.PaymentIntent["transfer_data"],
): Stripe.PaymentIntent["transfer_data"] {
	const given = params.hash("transfer_data");
	if (given === undefined) return current ?? null;
	const destination = given.text("destination") ?? idOf(current?.destination);
	if (destination === null) throw parameterMissing("transfer_data[destination]");
	requireTransfers(call, destination, "transfer_data[destination]");
	return { destination };
}

/**
 * Throws as Stripe does when no way of paying is left.
 * https://docs.stripe.com/changelog/basil/2025-08-27/cs_add_excluded_payment_method_types_pi
 */
export function chooseTypes(call: Call, params: Params, intent: Stripe.PaymentIntent): void {
	const allowed = params.texts("allowed_payment_method_types");
	const excluded = params.texts("excluded_payment_method_types");
	if (allowed) intent.allowed_payment_method_types = allowed;
	if (excluded) intent.excluded_payment_method_types = excluded.length > 0 ? excluded : null;
	intent.payment_method_types = typesFor({
		enabled: call.sandbox.settings.methods,
		currency: intent.currency,
		redirects: intent.automatic_payment_methods?.allow_redirects !== "never",
		allowed: intent.allowed_payment_method_types,
		excluded: intent.excluded_payment_method_types,
		saves: intent.setup_future_usage !== null,
		manual: intent.capture_method === "manual",
	});
	if (intent.payment_method_types.length > 0) return;
	throw invalidRequest(
		"No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods) or adjust the parameters.",
	);
}

export function setOptions(params: Params, intent: Stripe.PaymentIntent): void {
	const given = params.hash("payment_method_options");
	if (!given) return;
	const options: Record<string, object> = { ...intent.payment_method_options };
	for (const type of CAPTURABLE) {
		const method = given.hash(type);
		const capture = method?.choice("capture_method", ["manual"]);
		if (capture) options[type] = { ...options[type], capture_method: capture };
	}
	const verification = given.hash("us_bank_account")?.choice("verification_method", ["instant"]);
	if (verification) options.us_bank_account = { verification_method: verification };
	for (const type of METHOD_TYPES)
		if (!CAPTURABLE.includes(type) && type !== "us_bank_account") given.hash(type);
	intent.payment_method_options = options;
}

export function isManual(intent: Stripe.PaymentIntent, type: string): boolean {
	const options = intent.payment_method_options as Record<string, { capture_method?: string }>;
	return intent.capture_method === "manual" || options[type]?.capture_method === "manual";
}

/** `application_fee_amount` in cents: the platform's part of a destination charge. */
export function applicationFee(
	params: Params,
	intent: Stripe.PaymentIntent,
	amount: number,
): number | undefined {
	const fee = params.integer("application_fee_amount");
	if (fee === undefined) return undefined;
	if (!intent.transfer_data) {
		throw invalidRequest(
			"Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).",
			{ param: "application_fee_amount" },
		);
	}
	if (fee < 0 || fee > amount) {
		throw invalidRequest("The application fee must be at most the amount of the payment.", {
			param: "application_fee_amount",
		});
	}
	return fee;
}
