import { isAccountNumber, isIban, isSortCode, US_ACCOUNTS } from "../bank-accounts.ts";
import { METHODS, type MethodType } from "../methods.ts";
import type { FieldValue } from "./client.ts";
import { Field, node } from "./field.ts";

const FIELDS = {
	name: { label: "Full name", autocomplete: "name", accepts: (text: string) => text.trim() !== "" },
	email: { label: "Email", autocomplete: "email", accepts: (text: string) => text.includes("@") },
	iban: { label: "IBAN", autocomplete: "off", accepts: isIban },
	sort_code: { label: "Sort code", autocomplete: "off", accepts: isSortCode },
	account_number: { label: "Account number", autocomplete: "off", accepts: isAccountNumber },
} as const;
type FieldName = keyof typeof FIELDS;

/** `name` and `email` belong to the billing details. */
const ASKED: Record<Exclude<MethodType, "card">, readonly FieldName[]> = {
	ideal: ["name"],
	bancontact: ["name"],
	eps: ["name"],
	klarna: [],
	cashapp: [],
	sepa_debit: ["iban", "name", "email"],
	bacs_debit: ["sort_code", "account_number", "name", "email"],
	us_bank_account: ["name", "email"],
};

interface Choice {
	name: string;
	label: string;
	missing: string;
	options: readonly (readonly [value: string, label: string])[];
}
const CHOICES: Partial<Record<MethodType, Choice>> = {
	eps: {
		name: "bank",
		label: "EPS bank",
		missing: "Please select your bank.",
		options: [
			["", "Select your bank"],
			["erste_bank_und_sparkassen", "Erste Bank und Sparkassen"],
			["bank_austria", "Bank Austria"],
		],
	},
	// Stands in for the window of Financial Connections, where the buyer signs in to the bank.
	us_bank_account: {
		name: "financial_connections_account",
		label: "Bank account",
		missing: "Please link a bank account.",
		options: [
			["", "Link an account at Test Institution"],
			...US_ACCOUNTS.map(({ linked, label }) => [linked, label] as const),
		],
	},
};

export class OtherForm {
	readonly root = node("div", { class: "form" });
	readonly #type: Exclude<MethodType, "card">;
	readonly #byName = new Map<FieldName, Field>();
	readonly #choice: Choice | undefined;
	readonly #chosen = node("select", { id: "field-choice", class: "Input" });

	/** @param without a field that the page asks for itself */
	constructor(
		type: Exclude<MethodType, "card">,
		{ changed, without }: { changed: () => void; without: FieldName | undefined },
	) {
		this.#type = type;
		this.#choice = CHOICES[type];
		for (const name of ASKED[type].filter((asked) => asked !== without)) {
			const { label, autocomplete, accepts } = FIELDS[name];
			const field = new Field({
				name,
				label,
				autocomplete,
				problem: (text) => (accepts(text) ? undefined : problemOf(name, label, text)),
				changed,
			});
			this.#byName.set(name, field);
			this.root.append(field.root);
		}
		if (this.#choice) this.root.append(this.#choiceField(this.#choice, changed));
		this.root.append(note(type));
	}

	get fields(): Field[] {
		return [...this.#byName.values()];
	}

	/** `payment_method_data` for the API. */
	get data(): { [name: string]: FieldValue } {
		const { name, email, ...own } = Object.fromEntries(
			[...this.#byName].map(([field, { value }]) => [field, value]),
		);
		return {
			type: this.#type,
			[this.#type]: { ...own, ...(this.#choice && { [this.#choice.name]: this.#chosen.value }) },
			billing_details: { name, email },
		};
	}

	#choiceField(choice: Choice, changed: () => void): HTMLElement {
		for (const [value, name] of choice.options) {
			const option = node("option", { value });
			option.textContent = name;
			this.#chosen.append(option);
		}
		this.#chosen.addEventListener("change", changed);
		const label = node("label", { class: "Label", for: "field-choice" });
		label.textContent = choice.label;
		const field = node("div", { class: "field" });
		field.append(label, this.#chosen);
		return field;
	}

	get problem(): { code: string; message: string } | undefined {
		if (!this.#choice || this.#chosen.value !== "") return undefined;
		return { code: `incomplete_${this.#choice.name}`, message: this.#choice.missing };
	}
}

function problemOf(name: FieldName, label: string, text: string) {
	const state = text === "" ? "incomplete" : "invalid";
	return {
		code: `${state}_${name}`,
		message: `Your ${label === "IBAN" ? label : label.toLowerCase()} is ${state}.`,
	};
}

/** For a debit, the mandate. */
function note(type: MethodType): HTMLElement {
	const text = node("p", { class: "note" });
	const { flow, label } = METHODS[type];
	text.textContent =
		flow === "delayed"
			? "By providing your bank details and confirming this payment, you authorise the seller and Stripe, our payment service provider, to send instructions to your bank to debit your account in accordance with those instructions. You are entitled to a refund from your bank under its terms."
			: `After submission, you will be redirected to ${label} to complete the payment.`;
	return text;
}
