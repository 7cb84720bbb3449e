import type { Stripe } from "stripe";
import type { Ctx } from "../context.ts";
import { CURRENCY } from "../contract/constants.ts";
import { PLANS } from "../contract/plans.ts";
import { isMissing, stripeOf, withStripeErrors } from "../platform/stripe.ts";

/** What the provider says of a subscription. Times in ms. */
export type SubscriptionSnapshot = {
	readonly id: string;
	readonly customerId: string;
	readonly status: Stripe.Subscription.Status;
	readonly periodStart: number | null;
	readonly periodEnd: number | null;
	readonly cancelAtPeriodEnd: boolean;
	readonly latestInvoiceId: string | null;
	/** the latest invoice waits to be paid */
	readonly isInvoiceOpen: boolean;
	/** confirms the payment of the latest invoice in the browser; null when there is nothing to pay */
	readonly clientSecret: string | null;
};

const EXPAND = ["latest_invoice.confirmation_secret"];

/** Makes the customer a creator is at the provider. Repeating it gives the same one (for a day). */
export async function createCustomer(
	ctx: Ctx,
	creator: { id: string; email: string },
): Promise<string> {
	const customer = await withStripeErrors(() =>
		stripeOf(ctx.config).customers.create(
			{ email: creator.email, metadata: { creatorId: creator.id } },
			{ idempotencyKey: `customer:${creator.id}` },
		),
	);
	return customer.id;
}

/** Deletes a customer with its address and cards; one that is gone already is what is wanted. */
export async function deleteCustomer(ctx: Ctx, customerId: string): Promise<void> {
	try {
		await withStripeErrors(() => stripeOf(ctx.config).customers.del(customerId));
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
}

/** The price of Pro, found by its lookup key, or made: an operator configures nothing but keys. */
export async function proPrice(ctx: Ctx): Promise<string> {
	const { pro } = PLANS;
	// The amount is part of the key, so that a new price in the catalogue becomes a new price there.
	const key = `tillbox_pro_month_${pro.priceCents}`;
	const stripe = stripeOf(ctx.config);
	const known = await withStripeErrors(() =>
		stripe.prices.list({ lookup_keys: [key], active: true }),
	);
	const [found] = known.data;
	if (found) return found.id;
	const made = await withStripeErrors(() =>
		stripe.prices.create(
			{
				currency: CURRENCY,
				unit_amount: pro.priceCents,
				recurring: { interval: "month" },
				lookup_key: key,
				product_data: { name: `${ctx.config.APP_NAME} ${pro.name}` },
			},
			{ idempotencyKey: `price:${key}` },
		),
	);
	return made.id;
}

/** Begins a subscription that waits for its first payment. `key` names the attempt. */
export async function beginSubscription(
	ctx: Ctx,
	input: { customerId: string; priceId: string; creatorId: string; key: string },
): Promise<SubscriptionSnapshot> {
	const made = await withStripeErrors(() =>
		stripeOf(ctx.config).subscriptions.create(
			{
				customer: input.customerId,
				items: [{ price: input.priceId }],
				payment_behavior: "default_incomplete",
				payment_settings: { save_default_payment_method: "on_subscription" },
				metadata: { creatorId: input.creatorId },
				expand: EXPAND,
			},
			{ idempotencyKey: input.key },
		),
	);
	return snapshotOf(made);
}

/** Asks the provider how a subscription stands. */
export async function fetchSubscription(ctx: Ctx, id: string): Promise<SubscriptionSnapshot> {
	return snapshotOf(
		await withStripeErrors(() =>
			stripeOf(ctx.config).subscriptions.retrieve(id, { expand: EXPAND }),
		),
	);
}

/** Lets a subscription end with its paid period, or takes that back. */
export async function setCancelAtPeriodEnd(
	ctx: Ctx,
	id: string,
	cancel: boolean,
): Promise<SubscriptionSnapshot> {
	const changed = await withStripeErrors(() =>
		stripeOf(ctx.config).subscriptions.update(id, {
			cancel_at_period_end: cancel,
			expand: EXPAND,
		}),
	);
	return snapshotOf(changed);
}

/** Ends a subscription now, and with it an invoice that was not paid: nothing can be charged any more. */
export async function endNow(ctx: Ctx, snapshot: SubscriptionSnapshot): Promise<void> {
	const stripe = stripeOf(ctx.config);
	const { latestInvoiceId, isInvoiceOpen } = snapshot;
	if (snapshot.status !== "canceled" && snapshot.status !== "incomplete_expired")
		await withStripeErrors(() => stripe.subscriptions.cancel(snapshot.id));
	// The first invoice of a subscription goes with it; one of a renewal stays open by itself.
	if (isInvoiceOpen && latestInvoiceId !== null && snapshot.status !== "incomplete")
		await withStripeErrors(() => stripe.invoices.voidInvoice(latestInvoiceId));
}

function snapshotOf(subscription: Stripe.Subscription): SubscriptionSnapshot {
	const [item] = subscription.items.data;
	const { customer, latest_invoice: invoice } = subscription;
	return {
		id: subscription.id,
		customerId: typeof customer === "string" ? customer : customer.id,
		status: subscription.status,
		periodStart: item ? item.current_period_start * 1000 : null,
		periodEnd: item ? item.current_period_end * 1000 : null,
		cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
		latestInvoiceId: typeof invoice === "string" ? invoice : (invoice?.id ?? null),
		isInvoiceOpen: typeof invoice === "object" && invoice?.status === "open",
		clientSecret:
			typeof invoice === "object" && invoice?.status === "open"
				? (invoice.confirmation_secret?.client_secret ?? null)
				: null,
	};
}
