import type { Stripe } from "stripe";
import { NO_PAYOUTS } from "../../contract/countries.ts";
import { DEFAULT_CURRENCY } from "../../contract/money.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { invalidField } from "../../platform/http/validation.ts";
import {
	createOnce,
	isAccountClosed,
	isCountryRefused,
	stripeOf,
	withStripeErrors,
} from "../../platform/stripe.ts";

const DAY_S = 24 * 60 * 60;
/** Searches the provider's latest accounts only. */
const MOST_SEARCHED = 1000;

export async function platformAccount(ctx: Ctx): Promise<{ country: string; currency: string }> {
	const { country, default_currency: currency = DEFAULT_CURRENCY } = await withStripeErrors(() =>
		stripeOf(ctx.config).accounts.retrieveCurrent(),
	);
	if (!country) throw new Error("The provider tells no country of the platform's account");
	return { country, currency };
}

/**
 * `former`: the account to replace. Repeated within a day, returns the same account. Throws `request.invalid` if the
 * provider refuses the country.
 */
export async function createAccount(
	ctx: Ctx,
	input: {
		id: string;
		email: string;
		country: string;
		former: string | null;
	},
): Promise<string> {
	const { id, email, country, former } = input;
	const { accounts } = stripeOf(ctx.config);
	const terms: Stripe.AccountCreateParams = {
		type: "express",
		country,
		email,
		capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
		metadata: { creatorId: id },
	};
	const account = await createOnce(ctx, `account:${id}:${country}:${former ?? "first"}`, {
		create: (options) => accounts.create(terms, options),
		find: async () => {
			const since = Math.floor(ctx.now() / 1000) - DAY_S;
			const recent = await accounts
				.list({ created: { gte: since }, limit: 100 })
				.autoPagingToArray({ limit: MOST_SEARCHED });
			return recent.find(
				(one) => one.metadata?.creatorId === id && one.country === country && one.id !== former,
			);
		},
	}).catch((error: unknown) => {
		if (isCountryRefused(error)) throw invalidField("country", NO_PAYOUTS);
		throw error;
	});
	return account.id;
}

async function unlessClosed<T>(work: () => Promise<T>): Promise<T | null> {
	try {
		return await withStripeErrors(work);
	} catch (error) {
		if (isAccountClosed(error)) return null;
		throw error;
	}
}

/** Returns a page that is valid for a few minutes; null if the account is closed. */
export async function onboardingUrl(ctx: Ctx, account: string): Promise<string | null> {
	const back = `${ctx.config.APP_ORIGIN}${paths.paymentSetup}`;
	const link = await unlessClosed(() =>
		stripeOf(ctx.config).accountLinks.create({
			account,
			type: "account_onboarding",
			refresh_url: back,
			return_url: back,
		}),
	);
	return link?.url ?? null;
}

export function acceptsPayments(account: Stripe.Account): boolean {
	return account.capabilities?.transfers === "active";
}

export function fetchAccount(ctx: Ctx, account: string): Promise<Stripe.Account | null> {
	return unlessClosed(() => stripeOf(ctx.config).accounts.retrieve(account));
}
