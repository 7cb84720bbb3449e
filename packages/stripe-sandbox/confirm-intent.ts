import type { Stripe } from "stripe";
import { attempt } from "./attempt-intent.ts";
import type { Call } from "./call.ts";
import { type ApiError, invalidRequest } from "./errors.ts";
import { idOf } from "./ids.ts";
import { clientView, fetchIntent, unexpectedState } from "./intent-access.ts";
import { chooseTypes, setOptions } from "./intent-terms.ts";
import { fromMethodData } from "./method-data.ts";
import { methodOf } from "./methods.ts";
import type { Params } from "./params.ts";
import { resolvePaymentMethod } from "./payment-methods.ts";

const CONFIRMABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** Throws a 402 for a declined card. Browsers need the intent's client secret. */
export function confirmPaymentIntent(call: Call, params: Params, id: string): Stripe.PaymentIntent {
	const intent = fetchIntent(call, params, id);
	if (!CONFIRMABLE.includes(intent.status)) throw notConfirmable(intent);
	const email = params.clearable("receipt_email");
	if (email !== undefined) intent.receipt_email = email;
	intent.setup_future_usage =
		params.choice("setup_future_usage", ["on_session", "off_session"]) ?? intent.setup_future_usage;
	chooseTypes(call, params, intent);
	setOptions(params, intent);
	const returnUrl = params.text("return_url") ?? null;
	const offSession = params.isText("off_session") && params.boolean("off_session") === true;
	const method = chosenMethod(call, params, intent);
	if (!intent.payment_method_types.includes(method.type)) throw notAllowed(intent, method.type);
	if (methodOf(method.type).flow === "redirect" && returnUrl === null) {
		throw invalidRequest(
			`You must provide a \`return_url\` when confirming using payment methods of type ${method.type}.`,
			{ code: "parameter_missing", param: "return_url" },
		);
	}
	// A typed number would be verified by two small deposits, which the sandbox lacks.
	if (method.us_bank_account?.financial_connections_account === null)
		throw invalidRequest(
			"The bank account was not linked through Financial Connections, which `verification_method: instant` requires.",
			{ param: "payment_method" },
		);
	const response = attempt(call, intent, method, { returnUrl, offSession, authenticated: false });
	return clientView(call, response) as Stripe.PaymentIntent;
}

function chosenMethod(
	call: Call,
	params: Params,
	intent: Stripe.PaymentIntent,
): Stripe.PaymentMethod {
	const data = params.hash("payment_method_data");
	if (data) return fromMethodData(call, data);
	const id = params.text("payment_method") ?? idOf(intent.payment_method);
	if (id === null) {
		throw unexpectedState(
			intent,
			"You cannot confirm this PaymentIntent because it's missing a payment method. To confirm the PaymentIntent with cus_sandbox, specify a payment method attached to this customer along with the customer ID.",
		);
	}
	const method = resolvePaymentMethod(call, id);
	const owner = idOf(method.customer);
	if (owner !== null && owner !== idOf(intent.customer)) {
		throw invalidRequest(
			"The provided PaymentMethod cannot be used with this PaymentIntent because it belongs to another customer.",
			{ param: "payment_method" },
		);
	}
	return method;
}

/** Worded as in https://github.com/stripe/stripe-terminal-react-native/issues/745. */
function notAllowed(intent: Stripe.PaymentIntent, type: string): ApiError {
	return invalidRequest(
		`The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(", ")}.`,
		{ code: "payment_intent_incompatible_payment_method", param: "payment_method" },
	);
}

function notConfirmable(intent: Stripe.PaymentIntent): ApiError {
	const past = intent.status === "succeeded";
	return unexpectedState(
		intent,
		past
			? "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
			: `This PaymentIntent could not be confirmed because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
	);
}
