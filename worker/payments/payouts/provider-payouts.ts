import type { Stripe } from "stripe";
import type { Ctx } from "../../context.ts";
import { paths } from "../../contract/paths.ts";
import { stripeOf, withStripeErrors } from "../../platform/stripe.ts";

/** Transfers held money to a connected account. Returns the transfer's id. Cents. */
export async function createTransfer(
	ctx: Ctx,
	input: {
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
				metadata: { purchaseId: input.purchaseId },
				...(input.chargeId !== null && { source_transaction: input.chargeId }),
			},
			{ idempotencyKey: input.key },
		),
	);
	return transfer.id;
}

/** Reverses part of a transfer. Returns the reversal's id. Cents. */
export async function reverseTransfer(
	ctx: Ctx,
	input: { key: string; transferId: string; amountCents: number },
): Promise<string> {
	const reversal = await withStripeErrors(() =>
		stripeOf(ctx.config).transfers.createReversal(
			input.transferId,
			{ amount: input.amountCents },
			{ idempotencyKey: input.key },
		),
	);
	return reversal.id;
}

/** Creates a creator's connected account; repeating it within a day returns the same one. */
export async function createAccount(
	ctx: Ctx,
	creator: { id: string; email: string },
): Promise<string> {
	const account = await withStripeErrors(() =>
		stripeOf(ctx.config).accounts.create(
			{
				type: "express",
				email: creator.email,
				capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
				metadata: { creatorId: creator.id },
			},
			{ idempotencyKey: `account:${creator.id}` },
		),
	);
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
