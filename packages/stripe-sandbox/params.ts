import { invalidRequest, parameterMissing } from "./errors.ts";
import { type Form, type FormValue, isForm } from "./form.ts";

/** Refuses unread parameters as Stripe does (`parameter_unknown`). */
export class Params {
	readonly #form: Form;
	readonly #prefix: string;
	readonly #read = new Set<string>();
	readonly #children: Params[] = [];

	constructor(form: Form, prefix = "") {
		this.#form = form;
		this.#prefix = prefix;
	}

	/** The name as the caller wrote it, e.g. `transfer_data[destination]`. */
	path(name: string): string {
		return this.#prefix === "" ? name : `${this.#prefix}[${name}]`;
	}

	has(name: string): boolean {
		return name in this.#form;
	}

	/** False for a hash or a list. */
	isText(name: string): boolean {
		return typeof this.#form[name] === "string";
	}

	/** May be absent but not empty. */
	text(name: string): string | undefined {
		const value = this.clearable(name);
		if (value === null) {
			const param = this.path(name);
			throw invalidRequest(
				`You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
				{ code: "parameter_invalid_empty", param },
			);
		}
		return value;
	}

	/** An empty string resets to null. */
	clearable(name: string): string | null | undefined {
		const value = this.#take(name);
		if (value === undefined) return undefined;
		if (typeof value !== "string")
			throw invalidRequest("Invalid string", { param: this.path(name) });
		return value === "" ? null : value;
	}

	requiredText(name: string): string {
		const value = this.text(name);
		if (value === undefined) throw parameterMissing(this.path(name));
		return value;
	}

	choice<const T extends string>(name: string, words: readonly T[]): T | undefined {
		const value = this.text(name);
		if (value === undefined) return undefined;
		const word = words.find((candidate) => candidate === value);
		if (word === undefined) {
			throw invalidRequest(`Invalid ${this.path(name)}: must be one of ${words.join(", ")}`, {
				param: this.path(name),
			});
		}
		return word;
	}

	integer(name: string): number | undefined {
		const value = this.text(name);
		if (value === undefined) return undefined;
		if (!/^-?\d{1,15}$/.test(value)) {
			throw invalidRequest(`Invalid integer: ${value}`, {
				code: "parameter_invalid_integer",
				param: this.path(name),
			});
		}
		return Number(value);
	}

	requiredInteger(name: string): number {
		const value = this.integer(name);
		if (value === undefined) throw parameterMissing(this.path(name));
		return value;
	}

	boolean(name: string): boolean | undefined {
		const value = this.text(name);
		if (value === undefined) return undefined;
		if (value !== "true" && value !== "false") {
			throw invalidRequest(`Invalid boolean: ${value}`, { param: this.path(name) });
		}
		return value === "true";
	}

	hash(name: string): Params | undefined {
		const value = this.#take(name);
		if (value === undefined || value === "") return undefined;
		if (!isForm(value)) throw invalidRequest("Invalid object", { param: this.path(name) });
		return this.#child(value, name);
	}

	/** e.g. `items[0][price]` */
	hashes(name: string): Params[] | undefined {
		const value = this.#take(name);
		if (value === undefined) return undefined;
		if (!Array.isArray(value)) throw invalidRequest("Invalid array", { param: this.path(name) });
		return value.map((entry, index) => {
			if (!isForm(entry))
				throw invalidRequest("Invalid object", { param: `${this.path(name)}[${index}]` });
			return this.#child(entry, `${name}][${index}`);
		});
	}

	/** e.g. `expand[0]`; a single text counts as a list of one. */
	texts(name: string): string[] | undefined {
		const value = this.#take(name);
		if (value === undefined) return undefined;
		if (value === "") return [];
		const list = Array.isArray(value) ? value : [value];
		return list.map((entry) => {
			if (typeof entry !== "string")
				throw invalidRequest("Invalid string", { param: this.path(name) });
			return entry;
		});
	}

	/** An empty value removes a key, an empty hash all. */
	metadata(current: Record<string, string> = {}): Record<string, string> {
		const value = this.#take("metadata");
		if (value === undefined) return current;
		if (value === "") return {};
		const next = { ...current };
		for (const [key, entry] of Object.entries(metadataEntries(value))) {
			if (typeof entry !== "string")
				throw invalidRequest("Invalid metadata", { param: this.path("metadata") });
			if (key.length > 40) throw metadataTooLong(key, "keys", 40);
			if (entry.length > 500) throw metadataTooLong(key, "values", 500);
			if (entry === "") delete next[key];
			else next[key] = entry;
		}
		if (Object.keys(next).length > 50)
			throw invalidRequest("Metadata can have at most 50 keys", { param: "metadata" });
		return next;
	}

	ignore(...names: string[]): void {
		for (const name of names) this.#read.add(name);
	}

	refuseUnknown(): void {
		const stranger = Object.keys(this.#form).find((name) => !this.#read.has(name));
		if (stranger !== undefined) {
			const param = this.path(stranger);
			throw invalidRequest(`Received unknown parameter: ${param}`, {
				code: "parameter_unknown",
				param,
			});
		}
		for (const child of this.#children) child.refuseUnknown();
	}

	#take(name: string): FormValue | undefined {
		this.#read.add(name);
		return this.#form[name];
	}

	#child(form: Form, name: string): Params {
		const child = new Params(form, this.path(name));
		this.#children.push(child);
		return child;
	}
}

// Keys consisting of digits only arrive as an array; metadata may have such keys.
function metadataEntries(value: FormValue): Record<string, FormValue> {
	if (isForm(value)) return value;
	if (Array.isArray(value))
		return Object.fromEntries(value.map((entry, index) => [String(index), entry]));
	throw invalidRequest("Invalid object", { param: "metadata" });
}

function metadataTooLong(key: string, what: "keys" | "values", limit: number): Error {
	return invalidRequest(
		`Metadata ${what} can have up to ${limit} characters, but you passed in more for '${key}'.`,
		{
			param: `metadata[${key}]`,
		},
	);
}
