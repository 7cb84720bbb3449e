/** A text as compiled at build (tools/build/compiled-messages.ts): words, and placeholders for values. */
export type Message = readonly Token[];
type Token =
	| string
	| readonly [name: string]
	| readonly [name: string, format: "number"]
	| readonly [name: string, format: "plural", cases: Readonly<Record<string, Message>>];

export type Messages = Readonly<Record<string, Message>>;
type Values = Readonly<Record<string, string | number>>;

export class Catalogues {
	locale = "";
	readonly #messages = new Map<string, Map<string, Message>>();
	readonly #listeners = new Set<() => void>();

	load(locale: string, messages: Messages): void {
		const known = this.#messages.get(locale) ?? new Map<string, Message>();
		for (const [id, message] of Object.entries(messages)) known.set(id, message);
		this.#messages.set(locale, known);
	}

	activate(locale: string): void {
		this.locale = locale;
		for (const listener of this.#listeners) listener();
	}

	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Falls back to the id. */
	text(id: string, values: Values = {}): string {
		const message = this.#messages.get(this.locale)?.get(id);
		return message ? this.#filled(message, values) : id;
	}

	/** `count`: the surrounding plural's number, shown for `#`. */
	#filled(message: Message, values: Values, count?: number): string {
		const words = message.map((token) => {
			if (token === "#" && count !== undefined) return this.#number(count);
			if (typeof token === "string") return token;
			const [name, format, cases] = token;
			const value = values[name] ?? "";
			if (format === "number") return this.#number(Number(value));
			if (!cases) return value;
			const n = Number(value);
			const own = cases[n] ?? cases[new Intl.PluralRules(this.locale).select(n)] ?? cases.other;
			return this.#filled(own ?? [], values, n);
		});
		return words.join("");
	}

	#number(n: number): string {
		return new Intl.NumberFormat(this.locale).format(n);
	}
}
