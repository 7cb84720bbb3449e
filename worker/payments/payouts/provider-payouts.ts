import type { Stripe } from "stripe";
import type { Ctx } from "../../context.ts";
import { paths } from "../../contract/paths.ts";
import { createOnce, stripeOf, withStripeErrors } from "../../platform/stripe.ts";
import { idOf } from "../payment-snapshot.ts";

/** A transfer of ours as the provider has it, or a reversal of one. Cents. */
export type MadePayout = {
	/** the id of the row that it was made for */
	readonly id: string;
	readonly kind: "transfer" | "reversal";
	readonly providerId: string;
	readonly amountCents: number;
	readonly account: string;
	/** the transfer that a reversal reverses */
	readonly transferId: string | null;
	readonly fromCharge: boolean;
};

/** Lists what was transferred of a purchase's money by us, and taken back; what a refund takes back is not among it. */
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
						amountCents: one.amount,
						account,
						transferId,
						fromCharge: kind === "transfer" && fromCharge,
					});
			};
			add("transfer", transfer);
			// The transfer itself has the latest ten.
			const { data, has_more } = transfer.reversals;
			const reversals = has_more ? transfers.listReversals(transfer.id, { limit: 100 }) : data;
			for await (const reversal of reversals) add("reversal", reversal);
		}
		return made;
	});
}

/** Transfers held money to a connected account. Returns the transfer's id. Cents. */
export async function createTransfer(
	ctx: Ctx,
	input: {
		/** the id of the row that records it */
		key: string;
		account: string;
		amountCents: number;
		currency: string;
		/** the charge the money comes from, so that it need not be available yet */
		chargeId: string | null;
		purchaseId: string;
	},
): Promise<string> {
	const transfer = await withStripeErrors(() =>
		stripeOf(ctx.config).transfers.create(
			{
				amount: input.amountCents,
				currency: input.currency,
				destination: input.account,
				metadata: { purchaseId: input.purchaseId, payoutId: input.key },
				// A charge gives its transfers its own group, which is the same.
				...(input.chargeId === null
					? { transfer_group: input.purchaseId }
					: { source_transaction: input.chargeId }),
			},
			{ idempotencyKey: input.key },
		),
	);
	return transfer.id;
}

/** Reverses part of a transfer. Returns the reversal's id. Cents. */
export async function reverseTransfer(
	ctx: Ctx,
	input: { key: string; transferId: string; amountCents: number; purchaseId: string },
): Promise<string> {
	const reversal = await withStripeErrors(() =>
		stripeOf(ctx.config).transfers.createReversal(
			input.transferId,
			{
				amount: input.amountCents,
				metadata: { purchaseId: input.purchaseId, payoutId: input.key },
			},
			{ idempotencyKey: input.key },
		),
	);
	return reversal.id;
}

const DAY_S = 24 * 60 * 60;
/** How many of the provider's latest accounts are searched for one. */
const MOST_SEARCHED = 1000;

/** Creates a creator's connected account; repeating it within a day returns the same one. */
export async function createAccount(
	ctx: Ctx,
	{ id, email }: { id: string; email: string },
): Promise<string> {
	const { accounts } = stripeOf(ctx.config);
	const terms: Stripe.AccountCreateParams = {
		type: "express",
		email,
		capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
		metadata: { creatorId: id },
	};
	const account = await createOnce(ctx, `account:${id}`, {
		create: (options) => accounts.create(terms, options),
		find: async () => {
			const since = Math.floor(ctx.now() / 1000) - DAY_S;
			const recent = await accounts
				.list({ created: { gte: since }, limit: 100 })
				.autoPagingToArray({ limit: MOST_SEARCHED });
			return recent.find(({ metadata }) => metadata?.creatorId === id);
		},
	});
	return account.id;
}

/** Returns the provider's page on which a creator completes their account; valid for a few minutes. */
export async function onboardingUrl(ctx: Ctx, account: string): Promise<string> {
	const back = `${ctx.config.APP_ORIGIN}${paths.settings}`;
	const link = await withStripeErrors(() =>
		stripeOf(ctx.config).accountLinks.create({
			account,
			type: "account_onboarding",
			refresh_url: back,
			return_url: back,
		}),
	);
	return link.url;
}

/** Returns whether money can be sent to an account now. */
export function acceptsPayments(account: Stripe.Account): boolean {
	return account.capabilities?.transfers === "active";
}

export function fetchAccount(ctx: Ctx, account: string): Promise<Stripe.Account> {
	return withStripeErrors(() => stripeOf(ctx.config).accounts.retrieve(account));
}
