import { Stripe } from "stripe";
import { fromProvider, isCurrency, roundedTo } from "../contract/money.ts";
import type { PlatformConfig } from "./config.ts";
import { ApiError, failure } from "./errors.ts";
import { waitingFor } from "./request-scope.ts";

const clients = new WeakMap<PlatformConfig, Stripe>();

export function providerAddress(base: string | undefined) {
	if (!base) return {};
	const { protocol, hostname, port } = new URL(base);
	const isSecure = protocol === "https:";
	return {
		protocol: isSecure ? ("https" as const) : ("http" as const),
		host: hostname,
		port: port || (isSecure ? 443 : 80),
	};
}

/** One client per configuration. */
export function stripeOf(config: PlatformConfig): Stripe {
	let stripe = clients.get(config);
	if (!stripe) {
		const send = globalThis.fetch;
		stripe = new Stripe(config.STRIPE_SECRET_KEY, {
			httpClient: Stripe.createFetchHttpClient((...call: Parameters<typeof fetch>) =>
				waitingFor("provider", () => send(...call)),
			),
			// The SDK retries with the same idempotency key, so a lost response costs nothing.
			maxNetworkRetries: 1,
			timeout: 20_000,
			telemetry: false,
			...providerAddress(config.STRIPE_API_BASE),
		});
		clients.set(config, stripe);
	}
	return stripe;
}

/** An earlier call with the same key, or on the same object, is still running. */
const isInProgress = (error: unknown): boolean =>
	error instanceof Stripe.errors.StripeError && error.statusCode === 409;

export function isLive(config: PlatformConfig): boolean {
	return /^(sk|rk)_live_/.test(config.STRIPE_SECRET_KEY);
}

/** It is unknown whether the provider acted: retry with the same key. */
function isUncertain(error: unknown): boolean {
	return (
		error instanceof Stripe.errors.StripeConnectionError ||
		error instanceof Stripe.errors.StripeAPIError ||
		error instanceof Stripe.errors.StripeRateLimitError
	);
}

/**
 * Converts a balance movement to cents of the currency of its charge, refund or dispute. If the provider settled in
 * another currency, the fee is converted at the rate between the two. A movement worth less than that currency's
 * smallest unit has an amount of 0, so its `sign` must be given.
 */
export function bookedCents(
	{ amount, fee, currency }: Pick<Stripe.BalanceTransaction, "amount" | "fee" | "currency">,
	source: { readonly amount: number; readonly currency: string },
	sign = Math.sign(amount),
): { amountCents: number; feeCents: number } {
	const [cents, feeCents] = [fromProvider(amount, currency), fromProvider(fee, currency)];
	if (currency === source.currency) return { amountCents: cents, feeCents };
	const booked = fromProvider(source.amount, source.currency);
	const inBooks = cents === 0 ? 0 : (feeCents * booked) / Math.abs(cents);
	return {
		amountCents: sign * booked,
		feeCents: isCurrency(source.currency)
			? roundedTo(inBooks, source.currency)
			: Math.round(inBooks),
	};
}

export function isMissing(error: unknown): boolean {
	return error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
}

/** The provider has closed the connected account, or this key never had it. */
export function isAccountClosed(error: unknown): boolean {
	return (
		error instanceof Stripe.errors.StripeError &&
		(error.code === "account_invalid" || error.code === "resource_missing")
	);
}

export function isCountryRefused(error: unknown): boolean {
	return (
		error instanceof Stripe.errors.StripeInvalidRequestError &&
		(error.code === "country_unsupported" || error.param === "country")
	);
}

export function isDestinationRefused(error: unknown): boolean {
	return (
		error instanceof Stripe.errors.StripeInvalidRequestError &&
		(error.code === "insufficient_capabilities_for_transfer" ||
			error.code === "account_invalid" ||
			error.param === "transfer_data[destination]" ||
			error.param === "destination")
	);
}

export function isMoreThanLeft(error: unknown): boolean {
	return (
		error instanceof Stripe.errors.StripeInvalidRequestError &&
		!isNotRefundable(error) &&
		(error.param === "amount" || error.code === "charge_already_refunded")
	);
}

/** The method of payment allows no partial refund, or none any more. */
export function isNotRefundable(error: unknown): boolean {
	return (
		error instanceof Stripe.errors.StripeInvalidRequestError &&
		error.code === "charge_not_refundable"
	);
}

/**
 * Throws `provider.unavailable` (503) if the provider is unavailable or still running an earlier call; rethrows
 * other errors.
 */
export async function withStripeErrors<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (isInProgress(error))
			throw failure("provider.unavailable", { reason: "provider.in_progress", cause: error });
		if (isUncertain(error)) throw failure("provider.unavailable", { cause: error });
		throw error;
	}
}

/**
 * The provider stores these errors under their idempotency key for a day and replays them; it also refuses other
 * parameters under a key.
 */
export function isStored(error: unknown): boolean {
	const cause = error instanceof ApiError ? error.cause : error;
	if (isInProgress(cause)) return false;
	if (cause instanceof Stripe.errors.StripeIdempotencyError) return true;
	if (!(cause instanceof Stripe.errors.StripeError)) return false;
	return cause.statusCode === 500 || cause.headers?.["idempotent-replayed"] === "true";
}

const SPARE_KEYS = 3;

/**
 * After a stored error, and once `find` has shown that nothing was created, uses another key: the same one for all
 * calls of a minute.
 */
export async function createOnce<T>(
	ctx: { now: () => number },
	key: string,
	steps: {
		create: (options: { idempotencyKey: string }) => Promise<T>;
		find: () => Promise<T | null | undefined>;
	},
): Promise<T> {
	const minute = Math.floor(ctx.now() / 60_000);
	for (let spare = 0; ; spare++) {
		const idempotencyKey = spare === 0 ? key : `${key}:${minute}:${spare}`;
		try {
			return await withStripeErrors(() => steps.create({ idempotencyKey }));
		} catch (error) {
			if (!isStored(error)) throw error;
			const made = await withStripeErrors(steps.find);
			if (made) return made;
			if (spare === SPARE_KEYS) throw error;
		}
	}
}

/** Seconds in either direction; others could be replays. */
const TOLERANCE_S = 300;
const webCrypto = Stripe.createSubtleCryptoProvider();

/**
 * Verifies a webhook's raw body. Throws `request.malformed` if the signature is wrong, stale or dated in the
 * future, or a test event meets a live key (or the other way round).
 */
export async function verifiedEvent(
	config: PlatformConfig,
	body: string,
	signature: string,
	nowMs: number,
): Promise<Stripe.Event> {
	const { webhooks } = stripeOf(config);
	const verify = (secret: string) =>
		webhooks.constructEventAsync(body, signature, secret, TOLERANCE_S, webCrypto, nowMs);
	const { STRIPE_WEBHOOK_SECRET: own, STRIPE_CONNECT_WEBHOOK_SECRET: connect } = config;
	let event: Stripe.Event;
	try {
		event = await verify(own).catch((error: unknown) => {
			if (connect === "") throw error;
			return verify(connect);
		});
	} catch (cause) {
		throw failure("request.malformed", { message: "The signature is not valid.", cause });
	}
	// The SDK refuses only old events, and headers without exactly one signed time.
	const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
	if (signedAt > nowMs / 1000 + TOLERANCE_S)
		throw failure("request.malformed", { message: "The signature is dated in the future." });
	// The endpoint for connected accounts also gets test events; the objects they name are read again.
	if (event.livemode !== isLive(config) && !event.account)
		throw failure("request.malformed", "The event belongs to another mode.");
	return event;
}
