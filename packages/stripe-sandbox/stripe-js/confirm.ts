import type { PaymentIntent, StripeError } from "@stripe/stripe-js";
import type { Client, FieldValue } from "./client.ts";
import type { Elements } from "./elements.ts";
import { node } from "./field.ts";

export interface ConfirmOptions {
	elements?: Elements;
	clientSecret?: string;
	confirmParams?: {
		return_url?: string;
		receipt_email?: string;
		payment_method?: string;
		payment_method_data?: { billing_details?: { [name: string]: FieldValue } };
		[more: string]: unknown;
	};
	redirect?: "always" | "if_required";
}
export type PaymentResult = { paymentIntent: PaymentIntent } | { error: StripeError };

export async function confirmPayment(
	client: Client,
	options: ConfirmOptions,
): Promise<PaymentResult> {
	const { elements, confirmParams = {}, redirect = "always" } = options;
	const clientSecret = options.clientSecret ?? elements?.clientSecret;
	if (clientSecret === undefined) {
		throw new Error("confirmPayment(): the clientSecret is missing, both here and in elements().");
	}
	if (redirect === "always" && confirmParams.return_url === undefined) {
		throw new Error(
			'confirmPayment(): the `return_url` parameter is missing in confirmParams. It is needed unless redirect is "if_required".',
		);
	}
	const form = confirmParams.payment_method ? undefined : elements?.payment;
	const problem = form?.validate();
	if (problem) return { error: problem };
	const { value, error } = await client.confirm(clientSecret, {
		return_url: confirmParams.return_url,
		receipt_email: confirmParams.receipt_email,
		payment_method: confirmParams.payment_method,
		...(form ? { payment_method_data: methodData(options, form.paymentMethodData()) } : {}),
	});
	if (error) return { error };
	return follow(
		client,
		clientSecret,
		value,
		redirect === "always" ? confirmParams.return_url : undefined,
	);
}

/** A paid intent leads to `returnUrl`; without it the result is returned. */
async function follow(
	client: Client,
	clientSecret: string,
	intent: PaymentIntent,
	returnUrl?: string,
): Promise<PaymentResult> {
	if (intent.status === "requires_action") {
		const action = intent.next_action;
		if (action?.type === "redirect_to_url" && action.redirect_to_url?.url)
			return leave(action.redirect_to_url.url);
		const page = hostedPage(action);
		if (page) return leave(page);
		await showFrame(String(sdkAction(intent)), client.origin);
		const { value, error } = await client.retrieve(clientSecret);
		if (error) return { error };
		if (value.status === "requires_payment_method") return { error: failureOf(value) };
		return follow(client, clientSecret, value, returnUrl);
	}
	if (returnUrl === undefined || intent.status === "requires_payment_method")
		return { paymentIntent: intent };
	const url = new URL(returnUrl, location.href);
	url.searchParams.set("payment_intent", intent.id);
	url.searchParams.set("payment_intent_client_secret", clientSecret);
	url.searchParams.set("redirect_status", intent.status === "processing" ? "pending" : "succeeded");
	return leave(url.href);
}

function methodData(options: ConfirmOptions, data: { [name: string]: FieldValue }) {
	const given = options.confirmParams?.payment_method_data?.billing_details ?? {};
	const own = typeof data.billing_details === "object" ? data.billing_details : {};
	return { ...data, billing_details: { ...own, ...given } };
}

// The page navigates away.
function leave(url: string): Promise<never> {
	location.assign(url);
	return new Promise(() => undefined);
}

/** The page with a wallet's QR code; the real Stripe.js may show the code itself. */
function hostedPage(action: PaymentIntent["next_action"]): string | undefined {
	// Its type knows fewer actions than the API.
	const details: unknown = Object(action)[String(action?.type)];
	return Object(details).hosted_instructions_url;
}

function sdkAction(intent: PaymentIntent): unknown {
	const action = intent.next_action?.use_stripe_sdk;
	return action !== undefined && "stripe_js" in action ? action.stripe_js : undefined;
}

function failureOf(intent: PaymentIntent): StripeError {
	const last = intent.last_payment_error;
	return {
		type: "card_error",
		...(last?.code ? { code: last.code } : {}),
		...(last?.decline_code ? { decline_code: last.decline_code } : {}),
		message: last?.message ?? "Your payment could not be authenticated.",
		payment_intent: intent,
	};
}

/** Resolves when the bank's page is done. */
function showFrame(url: string, origin: string): Promise<void> {
	const dialog = node("dialog", { "aria-label": "3-D Secure" });
	const frame = node("iframe", { src: url, title: "3-D Secure authentication" });
	// Through the style object: a strict CSP forbids style attributes.
	Object.assign(dialog.style, {
		padding: "0",
		border: "0",
		borderRadius: "12px",
		width: "min(30rem, 94vw)",
	});
	Object.assign(frame.style, { border: "0", width: "100%", height: "28rem", display: "block" });
	dialog.append(frame);
	document.body.append(dialog);
	dialog.showModal();
	return new Promise((resolve) => {
		const done = (event: MessageEvent) => {
			if (event.origin !== origin || event.data?.source !== "stripe-sandbox") return;
			window.removeEventListener("message", done);
			dialog.remove();
			resolve();
		};
		window.addEventListener("message", done);
		dialog.addEventListener("cancel", (event) => event.preventDefault());
	});
}
