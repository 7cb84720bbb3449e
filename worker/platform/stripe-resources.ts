import type { Stripe } from "stripe";

/** What tools/build/stripe-library.ts leaves in the client. */
export const STRIPE_RESOURCES = [
	"accountLinks",
	"accounts",
	"applicationFees",
	"balance",
	"balanceTransactions",
	"charges",
	"customers",
	"disputes",
	"events",
	"invoices",
	"paymentIntents",
	"paymentMethodDomains",
	"prices",
	"refunds",
	"subscriptions",
	"transfers",
] as const satisfies (keyof Stripe)[];

export type StripeClient = Pick<
	Stripe,
	(typeof STRIPE_RESOURCES)[number] | "off" | "on" | "webhooks"
>;
