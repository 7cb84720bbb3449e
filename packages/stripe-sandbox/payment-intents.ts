import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import { cancelIntent } from "./capture-intent.ts";
import { confirmPaymentIntent } from "./confirm-intent.ts";
import { invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { clientView, fetchIntent, unexpectedState } from "./intent-access.ts";
import { blankIntent } from "./intent-shape.ts";
import { applicationFee, chooseTypes, setOptions, transferData } from "./intent-terms.ts";
import { listObjects } from "./listing.ts";
import { fromMethodData } from "./method-data.ts";
import { checkCharge } from "./money.ts";
import type { Params } from "./params.ts";
import { resolvePaymentMethod } from "./payment-methods.ts";

const OPEN = ["requires_payment_method", "requires_confirmation", "requires_action"];
const CANCELABLE = [
	"requires_payment_method",
	"requires_capture",
	"requires_confirmation",
	"requires_action",
	"processing",
];

export function createPaymentIntent(call: Call, params: Params): Stripe.PaymentIntent {
	const amount = params.requiredInteger("amount");
	const currency = params.requiredText("currency").toLowerCase();
	checkCharge(call, amount, currency);
	const customer = params.text("customer");
	if (customer !== undefined) fetchOrThrow(call, "customer", customer, "customer");
	const automatic = params.hash("automatic_payment_methods");
	const redirects = automatic?.choice("allow_redirects", ["always", "never"]) ?? "always";
	const enabled = automatic?.boolean("enabled") ?? true;
	const capture = params.choice("capture_method", ["automatic", "automatic_async", "manual"]);
	const intent = blankIntent(call, { amount, currency, customer: customer ?? null });
	intent.capture_method = capture ?? intent.capture_method;
	intent.automatic_payment_methods = enabled ? { allow_redirects: redirects, enabled } : null;
	intent.setup_future_usage =
		params.choice("setup_future_usage", ["on_session", "off_session"]) ?? null;
	intent.transfer_data = transferData(call, params, undefined);
	intent.application_fee_amount = applicationFee(params, intent, amount) ?? null;
	intent.metadata = params.metadata();
	describe(params, intent);
	setMethod(call, params, intent);
	chooseTypes(call, params, intent);
	setOptions(params, intent);
	call.store.insert("payment_intent", intent, { account: call.account });
	emit(call, "payment_intent.created", intent);
	if (params.boolean("confirm")) return confirmPaymentIntent(call, params, intent.id);
	return intent;
}

export function retrievePaymentIntent(call: Call, params: Params, id: string): unknown {
	return clientView(call, fetchIntent(call, params, id));
}

export function updatePaymentIntent(call: Call, params: Params, id: string): Stripe.PaymentIntent {
	const intent = fetchIntent(call, params, id);
	const amount = params.integer("amount");
	const currency = params.text("currency")?.toLowerCase();
	if ((amount !== undefined || currency !== undefined) && !OPEN.includes(intent.status)) {
		throw unexpectedState(
			intent,
			`This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${OPEN.join(", ")}.`,
		);
	}
	intent.amount = amount ?? intent.amount;
	intent.currency = currency ?? intent.currency;
	if (amount !== undefined || currency !== undefined)
		checkCharge(call, intent.amount, intent.currency);
	const customer = params.text("customer");
	if (customer !== undefined)
		intent.customer = fetchOrThrow(call, "customer", customer, "customer").id;
	intent.transfer_data = transferData(call, params, intent.transfer_data) ?? null;
	intent.application_fee_amount =
		applicationFee(params, intent, intent.amount) ?? intent.application_fee_amount;
	intent.setup_future_usage =
		params.choice("setup_future_usage", ["on_session", "off_session"]) ?? intent.setup_future_usage;
	intent.metadata = params.metadata(intent.metadata);
	describe(params, intent);
	setMethod(call, params, intent);
	chooseTypes(call, params, intent);
	setOptions(params, intent);
	return call.store.save("payment_intent", intent);
}

export function listPaymentIntents(call: Call, params: Params) {
	return listObjects(call, params, "payment_intent", "/v1/payment_intents", {
		customer: params.text("customer"),
	});
}

export function cancelPaymentIntent(call: Call, params: Params, id: string): Stripe.PaymentIntent {
	const intent = fetchIntent(call, params, id);
	const reason = params.choice("cancellation_reason", [
		"duplicate",
		"fraudulent",
		"requested_by_customer",
		"abandoned",
	]);
	if (!CANCELABLE.includes(intent.status)) {
		throw unexpectedState(
			intent,
			`You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(", ")}.`,
		);
	}
	return cancelIntent(call, intent, reason ?? null);
}

function describe(params: Params, intent: Stripe.PaymentIntent): void {
	const description = params.clearable("description");
	if (description !== undefined) intent.description = description;
	const group = params.clearable("transfer_group");
	if (group !== undefined) intent.transfer_group = group;
	const email = params.clearable("receipt_email");
	if (email === undefined) return;
	if (email !== null && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
		throw invalidRequest(`Invalid email address: ${email}`, {
			code: "email_invalid",
			param: "receipt_email",
		});
	}
	intent.receipt_email = email;
}

function setMethod(call: Call, params: Params, intent: Stripe.PaymentIntent): void {
	const id = params.text("payment_method");
	const data = params.hash("payment_method_data");
	if (id === undefined && data === undefined) return;
	const method = data ? fromMethodData(call, data) : resolvePaymentMethod(call, String(id));
	intent.payment_method = method.id;
	if (intent.status === "requires_payment_method") intent.status = "requires_confirmation";
}
