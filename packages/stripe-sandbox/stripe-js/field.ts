import type { FieldProblem } from "./card-fields.ts";

export interface FieldOptions {
	name: string;
	label: string;
	placeholder?: string;
	autocomplete: string;
	inputmode?: "numeric" | "text";
	extraClass?: string;
	format?: (text: string) => string;
	/** Returns the error of a value; undefined when it is valid and complete. */
	problem: (text: string) => FieldProblem | undefined;
	badge?: (text: string) => string;
	changed: () => void;
}

/** A labelled input with its error below it, all inside the element's shadow root. */
export class Field {
	readonly root: HTMLElement;
	readonly input: HTMLInputElement;
	readonly #options: FieldOptions;
	readonly #error: HTMLElement;
	readonly #badge: HTMLElement;

	constructor(options: FieldOptions) {
		this.#options = options;
		const id = `field-${options.name}`;
		this.input = node("input", {
			id,
			class: `Input ${options.extraClass ?? ""}`.trim(),
			name: options.name,
			type: "text",
			inputmode: options.inputmode ?? "text",
			autocomplete: options.autocomplete,
			placeholder: options.placeholder ?? "",
			"aria-describedby": `${id}-error`,
			"aria-invalid": "false",
		});
		this.#error = node("p", { id: `${id}-error`, class: "Error", "aria-live": "polite" });
		this.#badge = node("span", { class: "brand", "aria-hidden": "true" });
		const label = node("label", { class: "Label", for: id });
		label.textContent = options.label;
		const wrap = node("span", { class: "wrap" });
		wrap.append(this.input, this.#badge);
		this.root = node("div", { class: "field" });
		this.root.append(label, wrap, this.#error);
		this.input.addEventListener("input", (event) => this.#typed(event));
		this.input.addEventListener("blur", () => {
			if (this.input.value !== "") afterPress(() => this.showProblem());
		});
	}

	get value(): string {
		return this.input.value;
	}

	get problem(): FieldProblem | undefined {
		return this.#options.problem(this.input.value);
	}

	showProblem(): FieldProblem | undefined {
		const { problem } = this;
		this.#error.textContent = problem?.message ?? "";
		this.input.setAttribute("aria-invalid", String(problem !== undefined));
		this.input.classList.toggle("Input--invalid", problem !== undefined);
		return problem;
	}

	#typed(event: Event): void {
		const erasing = event instanceof InputEvent && (event.inputType ?? "").startsWith("delete");
		const atEnd = this.input.selectionStart === this.input.value.length;
		// While erasing, adding a separator back would trap the cursor.
		if (!erasing && this.#options.format) {
			const digits = (this.input.value.slice(0, this.input.selectionStart ?? 0).match(/\d/g) ?? [])
				.length;
			this.input.value = this.#options.format(this.input.value);
			const index = atEnd ? this.input.value.length : afterDigits(this.input.value, digits);
			this.input.setSelectionRange(index, index);
		}
		this.#badge.textContent = this.#options.badge?.(this.input.value) ?? "";
		if (this.input.getAttribute("aria-invalid") === "true") this.showProblem();
		this.#options.changed();
	}
}

let pressed = false;
window.addEventListener("pointerdown", () => (pressed = true), true);
for (const end of ["pointerup", "pointercancel"]) {
	window.addEventListener(end, () => (pressed = false), true);
}

// An error that appears while a button is pressed would move it away from the pointer.
function afterPress(show: () => void): void {
	if (!pressed) show();
	else window.addEventListener("pointerup", () => setTimeout(show), { once: true });
}

export function node<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	return element;
}

function afterDigits(text: string, count: number): number {
	let seen = 0;
	for (const [index, character] of [...text].entries()) {
		if (seen === count) return index;
		if (/\d/.test(character)) seen += 1;
	}
	return text.length;
}
