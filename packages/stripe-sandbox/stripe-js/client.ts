import type { PaymentIntent, StripeError } from "@stripe/stripe-js";

export type Result<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeError };

type Fields = { [name: string]: FieldValue };
export type FieldValue = string | number | boolean | null | undefined | Fields;

export class Client {
	readonly origin: string;
	readonly #key: string;

	constructor(origin: string, key: string) {
		this.origin = origin;
		this.#key = key;
	}

	retrieve(clientSecret: string): Promise<Result<PaymentIntent>> {
		const query = encode({ key: this.#key, client_secret: clientSecret });
		return this.#call<PaymentIntent>(`/v1/payment_intents/${intentId(clientSecret)}?${query}`);
	}

	confirm(clientSecret: string, fields: Fields): Promise<Result<PaymentIntent>> {
		const path = `/v1/payment_intents/${intentId(clientSecret)}/confirm`;
		return this.#post<PaymentIntent>(path, { ...fields, client_secret: clientSecret });
	}

	#post<T>(path: string, fields: Fields): Promise<Result<T>> {
		return this.#call(path, {
			method: "POST",
			// A form needs no preflight, so only the page's own policy applies.
			headers: { "content-type": "application/x-www-form-urlencoded" },
			body: encode({ ...fields, key: this.#key }),
		});
	}

	async #call<T>(path: string, init: RequestInit = {}): Promise<Result<T>> {
		try {
			const response = await fetch(this.origin + path, { ...init, credentials: "omit" });
			const body: { error?: StripeError } & T = await response.json();
			return body.error ? { error: body.error } : { value: body };
		} catch {
			return {
				error: {
					type: "api_connection_error",
					message:
						"We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.",
				},
			};
		}
	}
}

/** Throws as Stripe.js does for anything but a client secret. */
function intentId(clientSecret: string): string {
	const id = /^(pi_\w+?)_secret_\w+$/.exec(clientSecret)?.[1];
	if (id !== undefined) return id;
	throw new Error(
		`Invalid value for elements(): clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
	);
}

function encode(fields: Fields): string {
	const form = new URLSearchParams();
	const add = (name: string, value: FieldValue) => {
		if (value === undefined || value === null) return;
		if (typeof value !== "object") form.append(name, String(value));
		else for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
	};
	for (const [name, value] of Object.entries(fields)) add(name, value);
	return form.toString();
}
