import { Client } from "./client.ts";
import { type ConfirmOptions, confirmPayment } from "./confirm.ts";
import { Elements, type ElementsOptions } from "./elements.ts";

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
		// Stripe's library for React rejects objects without these.
		confirmCardPayment: unsupported,
		createPaymentMethod: unsupported,
		createToken: unsupported,
	};
}

const unsupported = () =>
	Promise.resolve({
		error: {
			type: "invalid_request_error",
			message: "The sandbox's Stripe.js pays by the Payment Element and confirmPayment only.",
		},
	});
