import type { Stripe } from "stripe";
import { NO_PAYOUTS } from "../../contract/countries.ts";
import {
	asSettled,
	DEFAULT_CURRENCY,
	fromProvider,
	numberOf,
	type SettledCents,
	toProvider,
} from "../../contract/money.ts";
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
import { idOf } from "../../purchases/payment-snapshot.ts";

/** The provider's record of one of our transfers or reversals. Cents. */
export type MadePayout = {
	readonly id: string;
	readonly kind: "transfer" | "reversal";
	readonly providerId: string;
	readonly amountCents: number;
	/** null if the settlement currency is the sale's */
	readonly settledCents: SettledCents | null;
	readonly account: string;
	readonly transferId: string | null;
	readonly fromCharge: boolean;
};

/** If the sale's currency differs, its amount is in the metadata. */
function movedCents({ amount, currency, metadata }: Stripe.Transfer | Stripe.TransferReversal) {
	const cents = fromProvider(amount, currency);
	const saleCents = metadata?.saleCents;
	return saleCents === undefined
		? { amountCents: cents, settledCents: null }
		: { amountCents: Number(saleCents), settledCents: asSettled(cents) };
}

/** Includes reversals, except those made by refunds. */
export function madePayouts(ctx: Ctx, purchaseId: string): Promise<MadePayout[]> {
	const { transfers } = stripeOf(ctx.config);
	return withStripeErrors(async () => {
		const made: MadePayout[] = [];
		for await (const transfer of transfers.list({ transfer_group: purchaseId, limit: 100 })) {
			const account = idOf(transfer.destination) ?? "";
			const fromCharge = transfer.source_transaction !== null;
			const add = (kind: MadePayout["kind"], one: Stripe.Transfer | Stripe.TransferReversal) => {
				const id = one.metadata?.payoutId;
				const transferId = kind === "reversal" ? transfer.id : null;
				if (id)
					made.push({
						id,
						kind,
						providerId: one.id,
						...movedCents(one),
						account,
						transferId,
						fromCharge: kind === "transfer" && fromCharge,
					});
			};
			add("transfer", transfer);
			// The transfer lists only the latest ten.
			const { data, has_more } = transfer.reversals;
			const reversals = has_more ? transfers.listReversals(transfer.id, { limit: 100 }) : data;
			for await (const reversal of reversals) add("reversal", reversal);
		}
		return made;
	});
}

/** `key` is the id of the row that records it. Cents. */
type Move = {
	key: string;
	purchaseId: string;
	amountCents: number;
	/** the settlement currency; `settledCents` is null if it is the sale's */
	currency: string;
	settledCents: SettledCents | null;
};

function amountToMove({ amountCents, currency, settledCents }: Move): number {
	return toProvider(settledCents === null ? amountCents : numberOf(settledCents), currency);
}

/** Adds the sale's amount if the moved one differs. */
function payoutMetadata({ key, purchaseId, amountCents, settledCents }: Move) {
	return {
		purchaseId,
		payoutId: key,
		...(settledCents !== null && { saleCents: String(amountCents) }),
	};
}

/** `chargeId`: the source, so that the money need not be available yet. */
export async function createTransfer(
	ctx: Ctx,
	input: Move & { account: string; chargeId: string | null },
): Promise<string> {
	const transfer = await withStripeErrors(() =>
		stripeOf(ctx.config).transfers.create(
			{
				amount: amountToMove(input),
				currency: input.currency,
				destination: input.account,
				metadata: payoutMetadata(input),
				// A charge gives its transfers the same group.
				...(input.chargeId === null
					? { transfer_group: input.purchaseId }
					: { source_transaction: input.chargeId }),
			},
			{ idempotencyKey: input.key },
		),
	);
	return transfer.id;
}

export async function reverseTransfer(
	ctx: Ctx,
	input: Move & { transferId: string },
): Promise<string> {
	const reversal = await withStripeErrors(() =>
		stripeOf(ctx.config).transfers.createReversal(
			input.transferId,
			{ amount: amountToMove(input), metadata: payoutMetadata(input) },
			{ idempotencyKey: input.key },
		),
	);
	return reversal.id;
}

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
