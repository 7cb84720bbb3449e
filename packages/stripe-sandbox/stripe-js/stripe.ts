import type { PaymentIntent, StripeError } from "@stripe/stripe-js";
import { Client, type FieldValue } from "./client.ts";
import { type ConfirmOptions, confirmPayment, follow, type PaymentResult } from "./confirm.ts";
import { Elements, type ElementsOptions } from "./elements.ts";

/** The `stripe` object of the sandbox's Stripe.js. */
export function createStripe(origin: string, key: string) {
	if (!/^pk_(test|live)_/.test(key)) {
		throw new Error(
			"Please call Stripe() with your publishable key. You used an empty string or a secret key.",
		);
	}
	const client = new Client(origin, key);
	return {
		_registerWrapper: () => undefined,
		registerAppInfo: () => undefined,
		elements: (options: ElementsOptions = {}) => new Elements(client, options),
		confirmPayment: (options: ConfirmOptions) => confirmPayment(client, options),
		retrievePaymentIntent: (clientSecret: string) => retrieve(client, clientSecret),
		handleNextAction: async ({
			clientSecret,
		}: {
			clientSecret: string;
		}): Promise<PaymentResult> => {
			const { value, error } = await client.retrieve(clientSecret);
			return error ? { error } : follow(client, clientSecret, value);
		},
		confirmCardPayment: (clientSecret: string, data: CardPaymentData = {}) =>
			confirmCardPayment(client, clientSecret, data),
		createPaymentMethod: (options: {
			elements?: Elements;
			params?: { [name: string]: FieldValue };
		}) => createPaymentMethod(client, options),
		createToken: () =>
			Promise.resolve({
				error: unsupported(
					"Tokens are an old interface; use the Payment Element and confirmPayment.",
				),
			}),
	};
}

interface CardPaymentData {
	payment_method?: string;
	return_url?: string;
	receipt_email?: string;
}

async function retrieve(
	client: Client,
	clientSecret: string,
): Promise<{ paymentIntent: PaymentIntent } | { error: StripeError }> {
	const { value, error } = await client.retrieve(clientSecret);
	return error ? { error } : { paymentIntent: value };
}

async function confirmCardPayment(
	client: Client,
	clientSecret: string,
	data: CardPaymentData,
): Promise<PaymentResult> {
	const { value, error } = await client.confirm(clientSecret, {
		payment_method: data.payment_method,
		receipt_email: data.receipt_email,
		return_url: data.return_url,
	});
	return error ? { error } : follow(client, clientSecret, value);
}

async function createPaymentMethod(
	client: Client,
	options: { elements?: Elements; params?: { [name: string]: FieldValue } },
) {
	const form = options.elements?.payment;
	if (form === undefined)
		return { error: unsupported("createPaymentMethod needs elements with a payment element.") };
	const problem = form.validate();
	if (problem) return { error: problem };
	const { value, error } = await client.createPaymentMethod({
		...form.paymentMethodData(),
		...options.params,
	});
	return error ? { error } : { paymentMethod: value };
}

function unsupported(message: string): StripeError {
	return { type: "invalid_request_error", message };
}
