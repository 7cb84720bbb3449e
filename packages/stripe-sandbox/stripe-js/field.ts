import type { FieldProblem } from "./card-fields.ts";

export interface FieldOptions {
	name: string;
	label: string;
	placeholder?: string;
	autocomplete: string;
	inputmode?: "numeric" | "text";
	/** Undefined if the value is valid and complete. */
	problem: (text: string) => FieldProblem | undefined;
	changed: () => void;
}

export class Field {
	readonly root: HTMLElement;
	readonly input: HTMLInputElement;
	readonly #options: FieldOptions;
	readonly #error: HTMLElement;

	constructor(options: FieldOptions) {
		this.#options = options;
		const id = `field-${options.name}`;
		this.input = node("input", {
			id,
			class: "Input",
			name: options.name,
			type: "text",
			inputmode: options.inputmode ?? "text",
			autocomplete: options.autocomplete,
			placeholder: options.placeholder ?? "",
			"aria-describedby": `${id}-error`,
			"aria-invalid": "false",
		});
		this.#error = node("p", { id: `${id}-error`, class: "Error", "aria-live": "polite" });
		const label = node("label", { class: "Label", for: id });
		label.textContent = options.label;
		this.root = node("div", { class: "field" });
		this.root.append(label, this.input, this.#error);
		this.input.addEventListener("input", () => {
			if (this.input.getAttribute("aria-invalid") === "true") this.showProblem();
			options.changed();
		});
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
