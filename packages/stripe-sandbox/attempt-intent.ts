import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import type { Decline, TestCard } from "./cards.ts";
import { insertCharge } from "./charges.ts";
import { openDispute } from "./disputes.ts";
import { ApiError } from "./errors.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { clientView } from "./intent-access.ts";
import { attachTo, cardOf } from "./payment-methods.ts";
import { settleCharge } from "./settle-charge.ts";

/** How an attempt is made. */
export interface Attempt {
	returnUrl: string | null;
	offSession: boolean;
	authenticated: boolean;
	/** Declines regardless of the card. */
	forced?: Decline | undefined;
}

/** One attempt to pay: requires authentication, charges, or throws a 402 and stores the failed charge. */
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

/** Charges the card and records the balance transactions. */
export function succeed(
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
	call.sandbox.intentEnded(call, intent);
	if (card.dispute) openDispute(call, charge.id, card.dispute);
	return intent;
}

/** Ends an attempt with a decline: stores a failed charge, and throws a 402. */
export function fail(
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
	call.sandbox.intentEnded(call, intent);
	throw new ApiError(402, { ...problem, payment_intent: clientView(call, intent) }, true);
}
