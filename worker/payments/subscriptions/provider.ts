import type { Stripe } from "stripe";
import { DEFAULT_APP_NAME } from "../../contract/constants.ts";
import { DEFAULT_CURRENCY } from "../../contract/money.ts";
import { PLANS } from "../../contract/plans.ts";
import type { Ctx } from "../../core/context.ts";
import { createOnce, isMissing, stripeOf, withStripeErrors } from "../../platform/stripe.ts";

/** Times in ms. */
export type SubscriptionSnapshot = {
	readonly id: string;
	readonly customerId: string;
	readonly status: Stripe.Subscription.Status;
	readonly periodStart: number | null;
	readonly periodEnd: number | null;
	readonly cancelAtPeriodEnd: boolean;
	readonly latestInvoiceId: string | null;
	readonly isInvoiceOpen: boolean;
	/** confirms the latest invoice's payment in the browser; null if there is nothing to pay */
	readonly clientSecret: string | null;
};

const EXPAND = ["latest_invoice.confirmation_secret"];

/** Repeated within a day, returns the same customer. */
export async function createCustomer(
	ctx: Ctx,
	{ id, email }: { id: string; email: string },
): Promise<string> {
	const { customers } = stripeOf(ctx.config);
	const customer = await createOnce(ctx, `customer:${id}`, {
		create: (options) => customers.create({ email, metadata: { creatorId: id } }, options),
		find: async () => {
			const { data } = await customers.list({ email, limit: 100 });
			return data.find(({ metadata }) => metadata.creatorId === id);
		},
	});
	return customer.id;
}

/** Ignores a deleted customer. */
async function changeCustomer(work: () => Promise<unknown>): Promise<void> {
	try {
		await withStripeErrors(work);
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
}

export const setCustomerAddress = (ctx: Ctx, customerId: string, email: string): Promise<void> =>
	changeCustomer(() => stripeOf(ctx.config).customers.update(customerId, { email }));

export const deleteCustomer = (ctx: Ctx, customerId: string): Promise<void> =>
	changeCustomer(() => stripeOf(ctx.config).customers.del(customerId));

/** The same for the Worker and a deploy. */
export function proPriceTerms(appName = DEFAULT_APP_NAME) {
	const { pro } = PLANS;
	// With the amount, so that a new price in the plan catalogue creates one there.
	const key = `tillbox_pro_month_${pro.priceCents}`;
	const create: Stripe.PriceCreateParams = {
		currency: DEFAULT_CURRENCY,
		unit_amount: pro.priceCents,
		recurring: { interval: "month" },
		lookup_key: key,
		product_data: { name: `${appName} ${pro.name}` },
	};
	return { key, create };
}

/** Creates a missing price, so that an operator configures only API keys. */
export async function proPrice(ctx: Ctx): Promise<string> {
	const { key, create } = proPriceTerms(ctx.config.APP_NAME);
	const { prices } = stripeOf(ctx.config);
	const find = async () => {
		const known = await withStripeErrors(() => prices.list({ lookup_keys: [key], active: true }));
		return known.data[0]?.id;
	};
	const known = await find();
	if (known) return known;
	try {
		return (await withStripeErrors(() => prices.create(create))).id;
	} catch (error) {
		// A concurrent call may have created it: a lookup key belongs to one price.
		const made = await find();
		if (made) return made;
		throw error;
	}
}

/** The subscription waits for its first payment; two clicks after a `previous` one begin one. */
export async function beginSubscription(
	ctx: Ctx,
	input: { customerId: string; priceId: string; creatorId: string; previous: string | null },
): Promise<SubscriptionSnapshot> {
	const { subscriptions } = stripeOf(ctx.config);
	const { customerId: customer, priceId, creatorId, previous } = input;
	const made = await createOnce(ctx, `subscribe:${creatorId}:${previous ?? "first"}`, {
		create: (options) =>
			subscriptions.create(
				{
					customer,
					items: [{ price: priceId }],
					payment_behavior: "default_incomplete",
					payment_settings: { save_default_payment_method: "on_subscription" },
					metadata: { creatorId },
					expand: EXPAND,
				},
				options,
			),
		find: async () => {
			// Ended ones are not listed.
			const { data } = await subscriptions.list({ customer, limit: 10 });
			const other = data.find(({ id, status }) => id !== previous && status === "incomplete");
			return other && subscriptions.retrieve(other.id, { expand: EXPAND });
		},
	});
	return snapshotOf(made);
}

export async function fetchSubscription(ctx: Ctx, id: string): Promise<SubscriptionSnapshot> {
	return snapshotOf(
		await withStripeErrors(() =>
			stripeOf(ctx.config).subscriptions.retrieve(id, { expand: EXPAND }),
		),
	);
}

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

/** Voids its unpaid invoice too, so that nothing can be charged any more. */
export async function endNow(ctx: Ctx, snapshot: SubscriptionSnapshot): Promise<void> {
	const stripe = stripeOf(ctx.config);
	const { latestInvoiceId, isInvoiceOpen } = snapshot;
	if (snapshot.status !== "canceled" && snapshot.status !== "incomplete_expired")
		await withStripeErrors(() => stripe.subscriptions.cancel(snapshot.id));
	// A subscription's first invoice is voided with it; a renewal's would stay open.
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
