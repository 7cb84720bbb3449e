import type { Appearance, StripeError } from "@stripe/stripe-js";
import type { Client } from "./client.ts";
import type { StandInElement } from "./element.ts";
import { Emitter } from "./emitter.ts";
import { type Loaded, PaymentElement, type PaymentElementOptions } from "./payment-element.ts";

/** An intent's secret, or `mode` with an amount for one created later. */
export interface ElementsOptions {
	clientSecret?: string;
	mode?: "payment" | "setup" | "subscription";
	amount?: number;
	currency?: string;
	appearance?: Appearance;
	locale?: string;
}

export class Elements extends Emitter {
	readonly #client: Client;
	readonly #elements = new Map<string, StandInElement>();
	#options: ElementsOptions;

	constructor(client: Client, options: ElementsOptions) {
		super();
		this.#client = client;
		this.#options = options;
	}

	get clientSecret(): string | undefined {
		return this.#options.clientSecret;
	}

	create(type: string, options: object = {}): StandInElement {
		if (this.#elements.has(type)) {
			throw new Error(
				`Can only create one Element of type ${type} through the same Elements instance.`,
			);
		}
		const element = this.#make(type, options);
		element.noteLocale(this.#options.locale);
		element.once("destroyed", () => this.#elements.delete(type));
		this.#elements.set(type, element);
		return element;
	}

	getElement(type: string | { name?: string; __elementType?: string }): StandInElement | null {
		// React's component classes have their element's type.
		const name = typeof type === "string" ? type : type.__elementType;
		return (name === undefined ? undefined : this.#elements.get(name)) ?? null;
	}

	update(options: ElementsOptions): Promise<void> {
		this.#options = { ...this.#options, ...options };
		for (const element of this.#elements.values()) {
			element.restyle(this.#options.appearance);
			element.noteLocale(this.#options.locale);
		}
		this.emit("update-end", {});
		return Promise.resolve();
	}

	submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: string }> {
		let error: StripeError | undefined;
		for (const element of this.#elements.values()) error = element.validate() ?? error;
		return Promise.resolve(
			error ? { error } : { selectedPaymentMethod: this.payment?.selected ?? "card" },
		);
	}

	get payment(): PaymentElement | undefined {
		const element = this.#elements.get("payment");
		return element instanceof PaymentElement ? element : undefined;
	}

	#make(type: string, options: object): StandInElement {
		const { appearance } = this.#options;
		if (type === "payment") {
			return new PaymentElement(appearance, options as PaymentElementOptions, () => this.#load());
		}
		throw new Error(`The sandbox's Stripe.js has no element of type ${type}; it has payment.`);
	}

	async #load(): Promise<Loaded> {
		const { clientSecret } = this.#options;
		if (clientSecret === undefined) return { types: ["card"] };
		const { value, error } = await this.#client.retrieve(clientSecret);
		if (error) return { error };
		if (value.status !== "succeeded" && value.status !== "canceled")
			return { types: value.payment_method_types };
		return {
			error: {
				type: "invalid_request_error",
				message: `This PaymentIntent is in a terminal state (${value.status}) and cannot be used to initialize Elements.`,
			},
		};
	}
}
