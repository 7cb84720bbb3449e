import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import type { Decline, TestCard } from "./cards.ts";
import { insertCharge } from "./charges.ts";
import { openDispute } from "./disputes.ts";
import { ApiError, invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { clientView, fetchIntent, unexpectedState } from "./intent-access.ts";
import { intentFailed, intentSucceeded } from "./invoice-hooks.ts";
import type { Params } from "./params.ts";
import { attachTo, cardOf, fromMethodData, resolvePaymentMethod } from "./payment-methods.ts";
import { settleCharge } from "./settle-charge.ts";

const CONFIRMABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** Confirms an intent, by the server or (with its client secret) by a browser. Throws a 402 for a declined card. */
export function confirmPaymentIntent(call: Call, params: Params, id: string): Stripe.PaymentIntent {
	const intent = fetchIntent(call, params, id);
	if (!CONFIRMABLE.includes(intent.status)) throw notConfirmable(intent);
	const email = params.clearable("receipt_email");
	if (email !== undefined) intent.receipt_email = email;
	intent.setup_future_usage =
		params.choice("setup_future_usage", ["on_session", "off_session"]) ?? intent.setup_future_usage;
	const returnUrl = params.text("return_url") ?? null;
	const offSession = params.isText("off_session") && params.boolean("off_session") === true;
	const method = chosenMethod(call, params, intent);
	params.ignore(
		"use_stripe_sdk",
		"mandate_data",
		"mandate",
		"error_on_requires_action",
		"expected_payment_method_type",
	);
	params.ignore(
		"client_context",
		"payment_method_options",
		"shipping",
		"client_attribution_metadata",
	);
	const answer = attempt(call, intent, method, { returnUrl, offSession, authenticated: false });
	return clientView(call, answer) as Stripe.PaymentIntent;
}

/** The outcome of the bank's page (3-D Secure) for an intent that waits for it. Never throws for a declined card. */
export function finishAuthentication(
	call: Call,
	id: string,
	passed: boolean,
): Stripe.PaymentIntent {
	const intent = call.store.find("payment_intent", id);
	if (intent === undefined || intent.status !== "requires_action") {
		throw invalidRequest(`The intent ${id} does not wait for authentication.`);
	}
	const method = resolvePaymentMethod(call, String(idOf(intent.payment_method)));
	try {
		if (passed)
			return attempt(call, intent, method, {
				returnUrl: null,
				offSession: false,
				authenticated: true,
			});
		return fail(call, intent, method, {
			code: "payment_intent_authentication_failure",
			message:
				"We are unable to authenticate your payment method. Please choose a different payment method and try again.",
		});
	} catch (error) {
		if (!(error instanceof ApiError && error.keepsEffects)) throw error;
		return call.store.find("payment_intent", id) ?? intent;
	}
}

/** What an intent held in `processing` comes to. */
export function finishProcessing(
	call: Call,
	id: string,
	outcome: "succeeded" | "failed",
): Stripe.PaymentIntent {
	const intent = call.store.find("payment_intent", id);
	if (intent === undefined || intent.status !== "processing") {
		throw invalidRequest(`The intent ${id} is not processing.`);
	}
	const method = resolvePaymentMethod(call, String(idOf(intent.payment_method)));
	if (outcome === "succeeded") return succeed(call, intent, method, false);
	try {
		return fail(call, intent, method, {
			code: "card_declined",
			decline_code: "generic_decline",
			message: "Your card was declined.",
		});
	} catch (error) {
		if (!(error instanceof ApiError && error.keepsEffects)) throw error;
		return call.store.find("payment_intent", id) ?? intent;
	}
}

interface Attempt {
	returnUrl: string | null;
	offSession: boolean;
	authenticated: boolean;
	/** Declines whatever the card would do. */
	forced?: Decline | undefined;
}

/** One attempt to pay: asks for authentication, charges, or throws a 402 and leaves the failed charge behind. */
export function attempt(
	call: Call,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	how: Attempt,
): Stripe.PaymentIntent {
	intent.payment_method = method.id;
	intent.last_payment_error = null;
	intent.next_action = null;
	const { card, setUp } = cardOf(call, method.id);
	if (how.forced) return fail(call, intent, method, how.forced);
	if (!how.authenticated && wantsAuthentication(card, setUp, how.offSession)) {
		if (!how.offSession) return requireAuthentication(call, intent, how.returnUrl);
		return fail(call, intent, method, {
			code: "authentication_required",
			decline_code: "authentication_required",
			message: "Your card was declined. This transaction requires authentication.",
		});
	}
	if (card.decline) return fail(call, intent, method, card.decline);
	if (how.authenticated && card.declineAfter) return fail(call, intent, method, card.declineAfter);
	if (card.processing || call.sandbox.settings.payments === "hold") return hold(call, intent);
	return succeed(call, intent, method, how.authenticated);
}

function wantsAuthentication(card: TestCard, setUp: boolean, offSession: boolean): boolean {
	if (card.authentication === undefined) return false;
	return card.authentication === "always" || !(setUp && offSession);
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

function requireAuthentication(call: Call, intent: Stripe.PaymentIntent, returnUrl: string | null) {
	const url = `${call.sandbox.origin}/3ds/${intent.id}?client_secret=${intent.client_secret}`;
	intent.status = "requires_action";
	intent.next_action = returnUrl
		? {
				type: "redirect_to_url",
				redirect_to_url: {
					return_url: returnUrl,
					url: `${url}&return_url=${encodeURIComponent(returnUrl)}`,
				},
			}
		: {
				type: "use_stripe_sdk",
				use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url },
			};
	call.store.save("payment_intent", intent);
	emit(call, "payment_intent.requires_action", intent);
	return intent;
}

function hold(call: Call, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
	intent.status = "processing";
	intent.processing = { type: "card", card: {} };
	call.store.save("payment_intent", intent);
	emit(call, "payment_intent.processing", intent);
	return intent;
}

function succeed(
	call: Call,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	authenticated: boolean,
): Stripe.PaymentIntent {
	const { card } = cardOf(call, method.id);
	const customer = idOf(intent.customer);
	if (intent.setup_future_usage && customer !== null) attachTo(call, method, customer);
	const charge = insertCharge(call, intent, method, { authenticated });
	intent.status = "succeeded";
	intent.amount_received = intent.amount;
	intent.latest_charge = charge.id;
	intent.processing = null;
	call.store.save("payment_intent", intent);
	emit(call, "charge.succeeded", charge);
	emit(call, "payment_intent.succeeded", intent);
	if (call.sandbox.settings.balances === "instant") settleCharge(call, charge.id);
	intentSucceeded(call, intent);
	if (card.dispute) openDispute(call, charge.id, card.dispute);
	return intent;
}

function fail(
	call: Call,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	decline: Decline,
): never {
	const reachedBank = decline.code !== "payment_intent_authentication_failure";
	const charge = reachedBank
		? insertCharge(call, intent, method, { decline, authenticated: false })
		: undefined;
	const { blocked: _, ...told } = decline;
	const problem = {
		...told,
		type: reachedBank ? ("card_error" as const) : ("invalid_request_error" as const),
		...(charge ? { charge: charge.id } : {}),
		payment_method: method,
	};
	intent.status = "requires_payment_method";
	intent.payment_method = null;
	intent.processing = null;
	intent.latest_charge = charge?.id ?? intent.latest_charge;
	intent.last_payment_error = {
		...problem,
		doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll("_", "-")}`,
	};
	call.store.save("payment_intent", intent);
	if (charge) emit(call, "charge.failed", charge);
	emit(call, "payment_intent.payment_failed", intent);
	intentFailed(call, intent);
	throw new ApiError(402, { ...problem, payment_intent: clientView(call, intent) }, true);
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
