import type { Appearance, StripeError } from "@stripe/stripe-js";
import { METHOD_TYPES, METHODS, type MethodType } from "../methods.ts";
import { cvcProblem, expiryProblem, numberProblem, parseExpiry } from "./card-fields.ts";
import type { FieldValue } from "./client.ts";
import { StandInElement } from "./element.ts";
import { Field, node } from "./field.ts";
import { OtherForm } from "./other-form.ts";

const COUNTRIES = [
	["US", "United States"],
	["AT", "Austria"],
	["FR", "France"],
	["DE", "Germany"],
	["GB", "United Kingdom"],
] as const;

export interface PaymentElementOptions {
	fields?: {
		billingDetails?:
			| "auto"
			| "never"
			| {
					address?: "auto" | "never" | Record<string, string>;
					email?: "auto" | "never";
			  };
	};
	readOnly?: boolean;
}

/** The ways of paying an intent, or why there are none. */
export type Loaded = { types: readonly string[] } | { error: StripeError };

export class PaymentElement extends StandInElement {
	readonly type = "payment";
	readonly #number: Field;
	readonly #expiry: Field;
	readonly #cvc: Field;
	readonly #zip: Field;
	readonly #country = node("select", {
		id: "field-country",
		class: "Input",
		autocomplete: "billing country",
	});
	readonly #load: () => Promise<Loaded>;
	readonly #form = node("div", { class: "form", role: "group", "aria-label": "Payment" });
	readonly #choice = node("fieldset", { class: "methods" });
	readonly #card = node("div", { class: "form" });
	readonly #others = new Map<MethodType, OtherForm>();
	readonly #formOptions: ConstructorParameters<typeof OtherForm>[1];
	#type: MethodType = "card";
	#ready = false;

	constructor(
		appearance: Appearance | undefined,
		options: PaymentElementOptions,
		load: () => Promise<Loaded>,
	) {
		super(appearance);
		this.#load = load;
		const changed = () => this.#changed();
		this.#formOptions = { changed, without: asksFor(options, "email") ? undefined : "email" };
		this.#number = new Field({
			name: "number",
			label: "Card number",
			placeholder: "1234 1234 1234 1234",
			autocomplete: "cc-number",
			inputmode: "numeric",
			problem: numberProblem,
			changed,
		});
		this.#expiry = new Field({
			name: "expiry",
			label: "Expiration date",
			placeholder: "MM / YY",
			autocomplete: "cc-exp",
			inputmode: "numeric",
			problem: (text) => expiryProblem(text, new Date()),
			changed,
		});
		this.#cvc = new Field({
			name: "cvc",
			label: "CVC",
			placeholder: "CVC",
			autocomplete: "cc-csc",
			inputmode: "numeric",
			problem: cvcProblem,
			changed,
		});
		this.#zip = new Field({
			name: "postalCode",
			label: "ZIP code",
			placeholder: "12345",
			autocomplete: "billing postal-code",
			problem: () => undefined,
			changed,
		});
		this.#build(options);
	}

	get selected(): MethodType {
		return this.#type;
	}

	update(options: PaymentElementOptions): this {
		const readOnly = options.readOnly ?? false;
		for (const field of this.#fields()) field.input.readOnly = readOnly;
		return this;
	}

	validate(): StripeError | undefined {
		let first: StripeError | undefined;
		for (const field of this.#fields()) {
			const problem = field.showProblem();
			if (problem === undefined || first !== undefined) continue;
			first = { type: "validation_error", ...problem };
			field.input.focus();
		}
		const missing = this.#others.get(this.#type)?.problem;
		return first ?? (missing && { type: "validation_error", ...missing });
	}

	paymentMethodData(): { [name: string]: FieldValue } {
		const other = this.#others.get(this.#type);
		if (other) return other.data;
		const expiry = parseExpiry(this.#expiry.value);
		return {
			type: "card",
			card: {
				number: this.#number.value.replaceAll(" ", ""),
				exp_month: expiry?.month,
				exp_year: expiry?.year,
				cvc: this.#cvc.value,
			},
			billing_details: {
				address: { country: this.#country.value, postal_code: this.#zip.value || undefined },
			},
		};
	}

	protected mounted(): void {
		this.emit("loaderstart", { elementType: "payment" });
		void this.#load().then((loaded) => {
			const error = "error" in loaded ? loaded.error : undefined;
			if ("types" in loaded) this.#offer(loaded.types);
			const isFirst = !this.#ready;
			this.#ready = error === undefined;
			this.#form.style.visibility = error ? "hidden" : "";
			if (error) this.emit("loaderror", { elementType: "payment", error });
			else if (isFirst) this.emit("ready", { elementType: "payment" });
		});
	}

	#build(options: PaymentElementOptions): void {
		for (const [code, name] of COUNTRIES) {
			const option = node("option", { value: code });
			option.textContent = name;
			this.#country.append(option);
		}
		this.#country.addEventListener("change", () => this.#changed());
		const label = node("label", { class: "Label", for: "field-country" });
		label.textContent = "Country";
		const country = node("div", { class: "field" });
		country.append(label, this.#country);
		const form = this.#form;
		// Like the real element, it accepts no input before it is ready, and nothing below it moves.
		form.style.visibility = "hidden";
		this.#card.append(this.#number.root, row(this.#expiry.root, this.#cvc.root));
		if (asksFor(options, "address")) this.#card.append(row(country, this.#zip.root));
		form.append(this.#choice, this.#card);
		this.#choice.hidden = true;
		this.shadow.append(form);
		this.update(options);
	}

	/** Offers a choice only between several. */
	#offer(types: readonly string[]): void {
		const known = METHOD_TYPES.filter((type) => types.includes(type));
		const legend = node("legend", { class: "Label" });
		legend.textContent = "Payment method";
		this.#choice.replaceChildren(legend, ...known.map((type) => this.#option(type)));
		this.#choice.hidden = known.length < 2;
		this.#choose(known.find((type) => type === this.#type) ?? known[0] ?? "card");
	}

	#option(type: MethodType): HTMLElement {
		const input = node("input", { type: "radio", name: "method", value: type });
		input.addEventListener("change", () => {
			this.#choose(type);
			this.#changed();
		});
		const label = node("label", { class: "Tab" });
		label.append(input, METHODS[type].label);
		return label;
	}

	#choose(type: MethodType): void {
		this.#type = type;
		for (const input of this.#choice.querySelectorAll("input"))
			input.checked = input.value === type;
		if (type !== "card" && !this.#others.has(type))
			this.#others.set(type, new OtherForm(type, this.#formOptions));
		this.#form.replaceChildren(this.#choice, this.#others.get(type)?.root ?? this.#card);
	}

	#changed(): void {
		const other = this.#others.get(this.#type);
		this.emit("change", {
			elementType: "payment",
			empty: this.#fields().every((field) => field.value === ""),
			complete:
				this.#fields().every((field) => field.problem === undefined) &&
				other?.problem === undefined,
			collapsed: false,
			value: { type: this.#type },
		});
	}

	#fields(): Field[] {
		const other = this.#others.get(this.#type);
		if (other) return other.fields;
		return [this.#number, this.#expiry, this.#cvc, this.#zip];
	}
}

function row(...children: HTMLElement[]): HTMLElement {
	const line = node("div", { class: "row" });
	line.append(...children);
	return line;
}

function asksFor(options: PaymentElementOptions, name: "address" | "email"): boolean {
	const details = options.fields?.billingDetails;
	return details !== "never" && !(typeof details === "object" && details[name] === "never");
}
