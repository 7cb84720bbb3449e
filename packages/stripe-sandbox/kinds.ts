import type { Stripe } from "stripe";

/** Decimals are transferred as text; everything else is as the SDK's types state. */
type Wire<T, K extends keyof T> = Omit<T, K> & { [name in K]: string | null };

export type Price = Wire<Stripe.Price, "unit_amount_decimal">;

/** `data.object` is any of the API's objects. */
export interface StoredEvent {
	id: string;
	object: "event";
	account?: string;
	api_version: string;
	created: number;
	data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
	livemode: false;
	pending_webhooks: number;
	request: { id: string | null; idempotency_key: string | null };
	type: string;
}

/** By the name in Stripe's `object` field. */
export interface Kinds {
	account: Stripe.Account;
	application_fee: Stripe.ApplicationFee;
	balance_transaction: Stripe.BalanceTransaction;
	charge: Stripe.Charge;
	customer: Stripe.Customer;
	dispute: Stripe.Dispute;
	event: StoredEvent;
	fee_refund: Stripe.FeeRefund;
	invoice: Stripe.Invoice;
	invoice_payment: Stripe.InvoicePayment;
	payment_intent: Stripe.PaymentIntent;
	payment_method: Stripe.PaymentMethod;
	price: Price;
	product: Stripe.Product;
	refund: Stripe.Refund;
	subscription: Stripe.Subscription;
	subscription_item: Stripe.SubscriptionItem;
	transfer: Stripe.Transfer;
	transfer_reversal: Stripe.TransferReversal;
	payment_method_domain: Stripe.PaymentMethodDomain;
	webhook_endpoint: Stripe.WebhookEndpoint;
}
export type Kind = keyof Kinds;

export const KIND_BY_PREFIX: Record<string, Kind> = {
	acct: "account",
	ch: "charge",
	cus: "customer",
	du: "dispute",
	evt: "event",
	fee: "application_fee",
	fr: "fee_refund",
	in: "invoice",
	inpay: "invoice_payment",
	pi: "payment_intent",
	pm: "payment_method",
	price: "price",
	prod: "product",
	py: "charge",
	pyr: "refund",
	re: "refund",
	si: "subscription_item",
	sub: "subscription",
	tr: "transfer",
	trr: "transfer_reversal",
	txn: "balance_transaction",
	pmd: "payment_method_domain",
	we: "webhook_endpoint",
};
