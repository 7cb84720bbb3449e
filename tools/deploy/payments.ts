import { Stripe } from "stripe";
import { CONNECT_EVENTS, PROVIDER_EVENTS } from "../../worker/payments/settlement/event-kinds.ts";
import { proPriceTerms } from "../../worker/payments/subscriptions/provider.ts";
import { providerAddress } from "../../worker/platform/stripe.ts";
import { PlainError } from "../local/processes.ts";
import { change, notice, type Run, right, type Surroundings } from "./context.ts";
import { reasonOf } from "./platform-api.ts";

const WEBHOOK_PATH = "/api/stripe/webhook";
/** Marks endpoints made by a deploy, with the Worker's name as value. */
const MARK = "tillbox";

/** null in a dry run that can't reach Stripe */
export async function findProvider(run: Run, key: string): Promise<Stripe | null> {
	const stripe = stripeFor(run.around, key);
	if (!run.options.dryRun) return stripe;
	try {
		await stripe.accounts.retrieveCurrent();
	} catch (error) {
		if (error instanceof Stripe.errors.StripeConnectionError) {
			run.unknown.push("what Stripe has: it does not answer");
			return null;
		}
	}
	return stripe;
}

function stripeFor(around: Surroundings, secretKey: string): Stripe {
	return new Stripe(secretKey, {
		httpClient: Stripe.createFetchHttpClient(),
		maxNetworkRetries: around.stripeRetries,
		timeout: 30_000,
		telemetry: false,
		...providerAddress(around.env.STRIPE_API_BASE),
	});
}

/** True if Stripe refuses a call to this account or key. */
export const isRefusal = (error: unknown): boolean =>
	error instanceof Stripe.errors.StripeInvalidRequestError ||
	error instanceof Stripe.errors.StripePermissionError;

/** Replaces the SDK's errors with a sentence. */
export async function said<T>(work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof PlainError) throw error;
		if (error instanceof Stripe.errors.StripeAuthenticationError)
			throw new PlainError(
				`Stripe does not accept STRIPE_SECRET_KEY: ${error.message} Copy it again from https://dashboard.stripe.com/apikeys: STRIPE_SECRET_KEY=… npm run deploy`,
			);
		if (error instanceof Stripe.errors.StripePermissionError)
			throw new PlainError(
				`The restricted Stripe key may not do this: ${error.message} Allow it at https://dashboard.stripe.com/apikeys, or use the secret key.`,
			);
		if (error instanceof Stripe.errors.StripeInvalidRequestError)
			throw new PlainError(
				`Stripe refuses, and would refuse the same again: ${error.message} Correct what it names. What was done so far is kept.`,
			);
		throw new PlainError(
			`Stripe can't be asked, or fails: ${reasonOf(error)}. What was done so far is kept; run the same command again.`,
		);
	}
}

export async function checkProvider(
	run: Run,
	stripe: Stripe,
): Promise<{ email: string | null; isConnectOn: boolean }> {
	const own = await said(stripe.accounts.retrieveCurrent());
	const currency = own.default_currency?.toUpperCase();
	right(run, `Stripe accepts the key${currency ? `; the account settles in ${currency}` : ""}`);
	if (!run.state.known.vars.STRIPE_SECRET_KEY?.includes("_live_"))
		notice(run, "Stripe is in test mode: cards are not charged until you deploy with live keys.");
	else if (!own.charges_enabled)
		notice(
			run,
			"Stripe does not let this account charge cards yet: complete it at https://dashboard.stripe.com/account/onboarding.",
		);
	try {
		await stripe.accounts.list({ limit: 1 });
		right(run, "Stripe Connect");
		return { email: own.email, isConnectOn: true };
	} catch (error) {
		if (!isRefusal(error)) await said(Promise.reject(error));
		notice(
			run,
			"Stripe Connect is off, so creators can't connect accounts and their money stays with you: switch it on at https://dashboard.stripe.com/connect.",
		);
	}
	return { email: own.email, isConnectOn: false };
}

export async function ensurePrice(run: Run, stripe: Stripe): Promise<void> {
	const { key, create } = proPriceTerms(run.state.known.vars.APP_NAME);
	const { data } = await said(stripe.prices.list({ lookup_keys: [key] }));
	const price = data.find(({ active }) => active) ?? data[0];
	if (price?.active) return right(run, "the price of Pro");
	if (price)
		return change(run, "activate the price of Pro", () =>
			said(stripe.prices.update(price.id, { active: true })),
		);
	await change(run, "create the price of Pro", () => said(stripe.prices.create(create)));
}

type Endpoint = {
	readonly name: string;
	readonly id: "webhookId" | "connectWebhookId";
	readonly secret: "STRIPE_WEBHOOK_SECRET" | "STRIPE_CONNECT_WEBHOOK_SECRET";
	readonly events: readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];
	readonly connect: boolean;
};

export const OWN_EVENTS: Endpoint = {
	name: "the Stripe webhook endpoint",
	id: "webhookId",
	secret: "STRIPE_WEBHOOK_SECRET",
	events: PROVIDER_EVENTS,
	connect: false,
};

/** Events of creators' accounts need an endpoint for connected accounts. */
export const CONNECTED_EVENTS: Endpoint = {
	name: "the Stripe webhook endpoint for connected accounts",
	id: "connectWebhookId",
	secret: "STRIPE_CONNECT_WEBHOOK_SECRET",
	events: CONNECT_EVENTS,
	connect: true,
};

/**
 * Stripe shows a secret only once: an endpoint with an unknown one is replaced, and removed once the new one is in
 * use.
 */
export async function ensureWebhook(
	run: Run,
	stripe: Stripe,
	origin: string,
	kind: Endpoint,
): Promise<void> {
	const { state } = run;
	const url = `${origin}${WEBHOOK_PATH}`;
	const { data } = await said(stripe.webhookEndpoints.list({ limit: 100 }));
	const { [kind.id]: known, vars } = state.known;
	const hasSecret = Boolean(vars[kind.secret]);
	// A secret without an id is the operator's, for an endpoint made by hand.
	const found = data.find((one) =>
		known === undefined
			? hasSecret && one.url === url && (one.application !== null) === kind.connect
			: one.id === known,
	);
	const enabled = [...kind.events];
	if (!found || !hasSecret || found.api_version !== Stripe.API_VERSION) {
		await change(run, `create ${kind.name} ${url}`, async () => {
			const made = await said(
				stripe.webhookEndpoints.create({
					url,
					enabled_events: enabled,
					metadata: { [MARK]: run.name },
					connect: kind.connect,
					api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
				}),
			);
			if (!made.secret) throw new PlainError("Stripe did not return the webhook's secret.");
			state.learn({
				[kind.id]: made.id,
				vars: { ...state.known.vars, [kind.secret]: made.secret },
			});
		});
		return;
	}
	if (known === undefined) state.learn({ [kind.id]: found.id });
	const isRight =
		found.url === url &&
		found.status === "enabled" &&
		found.metadata[MARK] === run.name &&
		[...found.enabled_events].sort().join() === [...enabled].sort().join();
	if (isRight) return right(run, `${kind.name} ${url}`);
	await change(run, `correct ${kind.name} ${url}`, () =>
		said(
			stripe.webhookEndpoints.update(found.id, {
				url,
				enabled_events: enabled,
				disabled: false,
				metadata: { [MARK]: run.name },
			}),
		),
	);
}

export async function removeOldWebhooks(run: Run, stripe: Stripe, origin: string): Promise<void> {
	const { webhookId, connectWebhookId } = run.state.known;
	const { data } = await said(stripe.webhookEndpoints.list({ limit: 100 }));
	for (const one of data) {
		if (one.id === webhookId || one.id === connectWebhookId) continue;
		if (one.metadata[MARK] === run.name)
			await change(run, `remove the unused webhook endpoint ${one.id}`, () =>
				said(stripe.webhookEndpoints.del(one.id)),
			);
		else if (one.url === `${origin}${WEBHOOK_PATH}`)
			notice(
				run,
				`Stripe has another webhook endpoint for this address, ${one.id}, made by hand: its events are refused, so remove it at https://dashboard.stripe.com/webhooks.`,
			);
	}
}
