const MAX_ANSWERS = 200;
const MAX_BYTES = 16 * 1024 * 1024;
/** One request renews a response at a time. */
const RENEWAL_MS = 5000;

type Answer = {
	readonly body: Uint8Array<ArrayBuffer>;
	readonly status: number;
	readonly headers: readonly [string, string][];
	/** ms: then the next request renews it, while others still get it */
	renewAt: number;
	/** ms: then nobody gets it */
	readonly endsAt: number;
};

function seconds(policy: string, directive: string): number {
	return Number(new RegExp(`\\b${directive}=(\\d+)`).exec(policy)?.[1] ?? 0) * 1000;
}

/**
 * Keeps responses in memory as long as their `Cache-Control` allows shared caches to. Requests don't wait for each
 * other, so that none hangs when another is aborted.
 */
export class AnswerMemory {
	readonly #answers = new Map<string, Answer>();
	#bytes = 0;
	#forgotten = 0;

	async answer(key: string, now: () => number, make: () => Promise<Response>): Promise<Response> {
		const known = this.#answers.get(key);
		const at = now();
		if (known && at < known.endsAt) {
			if (at < known.renewAt) return responseOf(known);
			known.renewAt = at + RENEWAL_MS;
		}
		const forgotten = this.#forgotten;
		const made = await make();
		const policy = made.headers.get("Cache-Control") ?? "";
		const freshMs = seconds(policy, "max-age");
		if (freshMs === 0 || !policy.includes("public")) {
			this.#drop(key);
			return made;
		}
		const madeAt = now();
		const answer = {
			body: new Uint8Array(await made.arrayBuffer()),
			status: made.status,
			headers: [...made.headers],
			renewAt: madeAt + freshMs,
			endsAt: madeAt + freshMs + seconds(policy, "stale-while-revalidate"),
		};
		// It may have been read before the change that cleared the memory.
		if (forgotten === this.#forgotten) this.#keep(key, answer);
		return responseOf(answer);
	}

	forget(): void {
		this.#answers.clear();
		this.#bytes = 0;
		this.#forgotten++;
	}

	#keep(key: string, answer: Answer): void {
		this.#drop(key);
		this.#answers.set(key, answer);
		this.#bytes += answer.body.length;
		for (const oldest of this.#answers.keys()) {
			if (this.#answers.size <= MAX_ANSWERS && this.#bytes <= MAX_BYTES) return;
			this.#drop(oldest);
		}
	}

	#drop(key: string): void {
		this.#bytes -= this.#answers.get(key)?.body.length ?? 0;
		this.#answers.delete(key);
	}
}

function responseOf({ body, status, headers }: Answer): Response {
	return new Response(body, { status, headers: [...headers] });
}
