import { Stripe } from "stripe";
import type { PlatformConfig } from "./config.ts";
import { failure } from "./errors.ts";

const clients = new WeakMap<PlatformConfig, Stripe>();

/** The SDK over fetch, speaking to Stripe, or to the local sandbox when `STRIPE_API_BASE` is set. One a configuration. */
export function stripeOf(config: PlatformConfig): Stripe {
	let stripe = clients.get(config);
	if (!stripe) {
		const base = config.STRIPE_API_BASE ? new URL(config.STRIPE_API_BASE) : null;
		stripe = new Stripe(config.STRIPE_SECRET_KEY, {
			httpClient: Stripe.createFetchHttpClient(),
			// The SDK repeats with the same idempotency key, so a lost answer costs nothing.
			maxNetworkRetries: 1,
			timeout: 20_000,
			telemetry: false,
			...(base && {
				protocol: base.protocol === "https:" ? "https" : "http",
				host: base.hostname,
				port: base.port || (base.protocol === "https:" ? 443 : 80),
			}),
		});
		clients.set(config, stripe);
	}
	return stripe;
}

/** True when the secret key moves real money. */
export function isLive(config: PlatformConfig): boolean {
	return /^(sk|rk)_live_/.test(config.STRIPE_SECRET_KEY);
}

/** True for errors after which nobody knows whether the provider acted: ask again, with the same key. */
export function isUncertain(error: unknown): boolean {
	return (
		error instanceof Stripe.errors.StripeConnectionError ||
		error instanceof Stripe.errors.StripeAPIError ||
		error instanceof Stripe.errors.StripeRateLimitError
	);
}

/** True when the provider knows no such object. */
export function isMissing(error: unknown): boolean {
	return error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
}

/** True when a connected account may not receive money (any more). */
export function isDestinationRefused(error: unknown): boolean {
	return (
		error instanceof Stripe.errors.StripeInvalidRequestError &&
		(error.code === "insufficient_capabilities_for_transfer" ||
			error.code === "account_invalid" ||
			error.param === "transfer_data[destination]" ||
			error.param === "destination")
	);
}

/**
 * Runs calls to the provider. Throws `provider.unavailable` (503) when it is away, and lets its
 * refusals pass as they are.
 */
export async function withStripeErrors<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (isUncertain(error)) throw failure("provider.unavailable", { cause: error });
		throw error;
	}
}

/** A webhook older than this (seconds) is refused, so that a recorded one cannot be played again. */
const TOLERANCE_S = 300;
const webCrypto = Stripe.createSubtleCryptoProvider();

/**
 * The event behind a webhook's raw body. Throws `request.malformed` when the signature is wrong or
 * stale or when a test event meets a live key (or the other way round).
 * @param nowMs the clock against which the signature's age is measured
 */
export async function verifiedEvent(
	config: PlatformConfig,
	body: string,
	signature: string,
	nowMs: number,
): Promise<Stripe.Event> {
	let event: Stripe.Event;
	try {
		event = await stripeOf(config).webhooks.constructEventAsync(
			body,
			signature,
			config.STRIPE_WEBHOOK_SECRET,
			TOLERANCE_S,
			webCrypto,
			nowMs,
		);
	} catch (cause) {
		throw failure("request.malformed", { message: "The signature is not valid.", cause });
	}
	if (event.livemode !== isLive(config))
		throw failure("request.malformed", "The event belongs to another mode.");
	return event;
}
