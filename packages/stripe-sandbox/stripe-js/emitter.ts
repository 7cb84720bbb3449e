type Handler = (event: unknown) => void;

export class Emitter {
	readonly #handlers = new Map<string, Set<Handler>>();

	on(type: string, handler: Handler): this {
		const handlers = this.#handlers.get(type) ?? new Set();
		handlers.add(handler);
		this.#handlers.set(type, handlers);
		return this;
	}

	once(type: string, handler: Handler): this {
		const once: Handler = (event) => {
			this.off(type, once);
			handler(event);
		};
		return this.on(type, once);
	}

	off(type: string, handler?: Handler): this {
		if (handler === undefined) this.#handlers.delete(type);
		else this.#handlers.get(type)?.delete(handler);
		return this;
	}

	protected emit(type: string, event: unknown): void {
		for (const handler of [...(this.#handlers.get(type) ?? [])]) handler(event);
	}
}
