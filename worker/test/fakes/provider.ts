import { env } from "cloudflare:workers";
import type { Stripe } from "stripe";
import { configOf } from "../../core/config.ts";
import { stripeOf } from "../../platform/stripe.ts";
import { call, cookiesOf, request } from "../fixtures/test-app.ts";

/** Acts as everyone else: the buyer's browser, the bank, the operator at the provider. */
export function provider(): Stripe {
	return stripeOf(configOf(env));
}

/** Returns the payment's id and the buyer's cookies. */
export async function beginCard(
	slug: string,
	cookies: Record<string, string> = {},
	terms: { checkout?: string; code?: string; buyerEmail?: string; items?: object } = {},
): Promise<{ intentId: string; cookies: Record<string, string>; amount: number }> {
	const input = { shareId: slug, ...terms };
	const response = await call("POST", "/api/create-payment-intent", input, cookies);
	if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
	const result = (await response.json()) as { clientSecret: string; amount: number };
	return {
		intentId: result.clientSecret.split("_secret_")[0] ?? "",
		cookies: { ...cookies, ...cookiesOf(response) },
		amount: result.amount,
	};
}

/** Like Stripe.js in the browser. Throws the card's refusal. */
export async function payCard(intentId: string, paymentMethod = "pm_card_visa"): Promise<void> {
	await provider().paymentIntents.confirm(intentId, { payment_method: paymentMethod });
}

export function reportSuccess(
	intentId: string,
	cookies: Record<string, string>,
	buyerEmail = "buyer@example.test",
): Promise<Response> {
	return call("POST", "/api/payment-success", { paymentIntentId: intentId, buyerEmail }, cookies);
}

/** Oldest first. */
export async function eventsOf(intentId: string): Promise<Stripe.Event[]> {
	const events = await provider().events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
	return events.filter((event) => JSON.stringify(event.data.object).includes(intentId)).reverse();
}

/** Signed like the provider's own. */
export async function deliver(
	event: Stripe.Event,
	options: { secret?: string; ageS?: number } = {},
): Promise<Response> {
	const payload = JSON.stringify(event);
	const signature = await provider().webhooks.generateTestHeaderStringAsync({
		payload,
		secret: options.secret ?? env.STRIPE_WEBHOOK_SECRET,
		timestamp: Math.floor(Date.now() / 1000) - (options.ageS ?? 0),
	});
	return request("/api/stripe/webhook", {
		method: "POST",
		body: payload,
		headers: { "stripe-signature": signature, "sec-fetch-site": "cross-site" },
	});
}

/** The sandbox's own controls: actions of banks and the passing of time. */
export async function sandbox(path: string, body: Record<string, unknown> = {}): Promise<unknown> {
	const response = await fetch(`${configOf(env).STRIPE_API_BASE}/_sandbox${path}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${await response.text()}`);
	return response.json();
}
