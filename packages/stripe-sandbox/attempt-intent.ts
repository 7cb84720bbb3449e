import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import type { Decline, TestCard } from "./cards.ts";
import { endPending, insertCharge } from "./charges.ts";
import { openDispute } from "./disputes.ts";
import { ApiError } from "./errors.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { clientView } from "./intent-access.ts";
import { isManual } from "./intent-terms.ts";
import { methodOf } from "./methods.ts";
import { attachTo, cardOf } from "./payment-methods.ts";
import { settleCharge } from "./settle-charge.ts";

/** Failures before the bank was asked for money. */
const WITHOUT_CHARGE = [
	"payment_intent_authentication_failure",
	"payment_intent_payment_attempt_expired",
];
const QR_CODE_SECONDS = 10 * 60;

export interface Attempt {
	returnUrl: string | null;
	offSession: boolean;
	authenticated: boolean;
	/** Declines regardless of the card. */
	forced?: Decline | undefined;
}

/** Requires authentication, charges, or throws a 402 and stores the failed charge. */
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
	const { flow } = methodOf(method.type);
	if (how.forced) return fail(call, intent, method, how.forced);
	if (flow === "redirect" && !how.authenticated)
		return requireAuthentication(call, intent, method, how.returnUrl);
	if (flow === "delayed") return wait(call, intent, method);
	if (!how.authenticated && wantsAuthentication(card, setUp, how.offSession)) {
		if (!how.offSession) return requireAuthentication(call, intent, method, how.returnUrl);
		return fail(call, intent, method, {
			code: "authentication_required",
			decline_code: "authentication_required",
			message: "Your card was declined. This transaction requires authentication.",
		});
	}
	if (card.decline) return fail(call, intent, method, card.decline);
	if (how.authenticated && card.declineAfter) return fail(call, intent, method, card.declineAfter);
	if (card.processing) return hold(call, intent);
	return succeed(call, intent, method, how.authenticated ? "challenge" : undefined);
}

function wantsAuthentication(
	card: Partial<TestCard>,
	setUp: boolean,
	offSession: boolean,
): boolean {
	if (card.authentication === undefined || card.authentication === "frictionless") return false;
	return card.authentication === "always" || !(setUp && offSession);
}

function requireAuthentication(
	call: Call,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	returnUrl: string | null,
): Stripe.PaymentIntent {
	const page = method.type === "card" ? "3ds" : "redirect";
	const url = `${call.sandbox.origin}/${page}/${intent.id}?client_secret=${intent.client_secret}`;
	intent.status = "requires_action";
	intent.next_action = nextAction(call, method, url, returnUrl);
	call.store.save("payment_intent", intent);
	emit(call, "payment_intent.requires_action", intent);
	return intent;
}

function nextAction(
	call: Call,
	{ type }: Stripe.PaymentMethod,
	url: string,
	returnUrl: string | null,
): Stripe.PaymentIntent.NextAction {
	if (returnUrl === null)
		return {
			type: "use_stripe_sdk",
			use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url },
		};
	const back = `${url}&return_url=${encodeURIComponent(returnUrl)}`;
	if (type !== "cashapp")
		return {
			type: "redirect_to_url",
			redirect_to_url: { return_url: returnUrl, url: back },
		};
	// A phone opens the app, other devices show a QR code; here both lead to one page.
	return {
		type: "cashapp_handle_redirect_or_display_qr_code",
		cashapp_handle_redirect_or_display_qr_code: {
			hosted_instructions_url: back,
			mobile_auth_url: back,
			qr_code: { expires_at: call.now + QR_CODE_SECONDS, image_url_png: back, image_url_svg: back },
		},
	};
}

/** Leaves the charge pending until `finishProcessing`. */
function wait(
	call: Call,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
	const charge = insertCharge(call, intent, method, { isPending: true, authenticated: false });
	intent.status = "processing";
	intent.latest_charge = charge.id;
	call.store.save("payment_intent", intent);
	emit(call, "charge.pending", charge);
	emit(call, "payment_intent.processing", intent);
	return intent;
}

/** Leaves the payment waiting for the trigger `settle`. */
function hold(call: Call, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
	intent.status = "processing";
	intent.processing = { type: "card", card: {} };
	call.store.save("payment_intent", intent);
	emit(call, "payment_intent.processing", intent);
	return intent;
}

export function succeed(
	call: Call,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	flow?: "challenge",
): Stripe.PaymentIntent {
	const customer = idOf(intent.customer);
	if (intent.setup_future_usage && customer !== null) attachTo(call, method, customer);
	const isAuthorised = isManual(intent, method.type);
	const isFrictionless = cardOf(call, method.id).card.authentication === "frictionless";
	const authenticated = flow ?? (isFrictionless ? "frictionless" : false);
	const charge =
		endPending(call, intent, undefined) ??
		insertCharge(call, intent, method, { isAuthorised, authenticated });
	intent.latest_charge = charge.id;
	intent.processing = null;
	emit(call, "charge.succeeded", charge);
	if (!isAuthorised) return complete(call, intent, charge);
	intent.status = "requires_capture";
	intent.amount_capturable = intent.amount;
	call.store.save("payment_intent", intent);
	emit(call, "payment_intent.amount_capturable_updated", intent);
	return intent;
}

export function complete(
	call: Call,
	intent: Stripe.PaymentIntent,
	charge: Stripe.Charge,
): Stripe.PaymentIntent {
	intent.status = "succeeded";
	intent.amount_received = intent.amount;
	call.store.save("payment_intent", intent);
	emit(call, "payment_intent.succeeded", intent);
	if (call.sandbox.settings.balances === "instant") settleCharge(call, charge.id);
	call.sandbox.intentEnded(call, intent);
	const { dispute } = cardOf(call, String(charge.payment_method)).card;
	if (dispute) openDispute(call, charge.id, { reason: dispute });
	return intent;
}

/** Stores a failed charge and throws a 402. */
export function fail(
	call: Call,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	decline: Decline,
): never {
	const reachedBank = !WITHOUT_CHARGE.includes(decline.code);
	const charge = reachedBank
		? (endPending(call, intent, decline) ??
			insertCharge(call, intent, method, { decline, authenticated: false }))
		: undefined;
	const problem = {
		...decline,
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
