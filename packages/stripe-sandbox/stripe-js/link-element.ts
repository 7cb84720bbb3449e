import type { Appearance, StripeError } from "@stripe/stripe-js";
import { StandInElement } from "./element.ts";
import { Field, node } from "./field.ts";

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** The Link Authentication Element, reduced to an e-mail field. */
export class LinkAuthenticationElement extends StandInElement {
	readonly type = "linkAuthentication";
	readonly #email: Field;

	constructor(appearance: Appearance | undefined, options: { defaultValues?: { email?: string } }) {
		super(appearance);
		this.#email = new Field({
			name: "email",
			label: "Email",
			placeholder: "you@example.com",
			autocomplete: "email",
			inputmode: "email",
			problem: (text) =>
				EMAIL.test(text)
					? undefined
					: { code: "incomplete_email", message: "Your email is incomplete." },
			changed: () => this.#changed(),
		});
		this.#email.set(options.defaultValues?.email ?? "");
		const form = node("div", { class: "form" });
		form.append(this.#email.root);
		this.shadow.append(form);
	}

	get email(): string | undefined {
		return this.#email.value || undefined;
	}

	focus(): void {
		this.#email.input.focus();
	}

	blur(): void {
		this.#email.input.blur();
	}

	clear(): void {
		this.#email.set("");
		this.#changed();
	}

	update(): this {
		return this;
	}

	validate(): StripeError | undefined {
		const problem = this.#email.showProblem();
		return problem && { type: "validation_error", ...problem };
	}

	protected mounted(): void {
		queueMicrotask(() => this.emit("ready", { elementType: this.type }));
	}

	#changed(): void {
		this.emit("change", {
			elementType: this.type,
			empty: this.#email.value === "",
			complete: this.#email.problem === undefined,
			value: { email: this.#email.value },
		});
	}
}
