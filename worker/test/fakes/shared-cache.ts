import type { CachedEntrypoint } from "../../platform/http/cached-entrypoint.ts";

/** For a 200 without a policy, according to the platform's documentation. */
const DEFAULT_S = 2 * 60 * 60;
/** The Free plan's limits: a burst of calls, and how many are regained a minute. */
const PURGES = { burst: 25, perMinute: 5 };

type Stored = {
	key: string;
	at: number;
	status: number;
	headers: [string, string][];
	body: Uint8Array<ArrayBuffer>;
	tags: string[];
	freshMs: number;
	staleMs: number;
};

function directives(policy: string | null): Map<string, string> {
	const parts = (policy ?? "").split(",").map((part) => part.trim().toLowerCase());
	return new Map(
		parts.filter(Boolean).map((part) => {
			const [name = "", value = ""] = part.split("=");
			return [name, value.replaceAll('"', "")];
		}),
	);
}

/** ms; null if it must not be kept. */
function lifetime(response: Response): { freshMs: number; staleMs: number } | null {
	const policy = directives(response.headers.get("cache-control"));
	if (["no-store", "private", "no-cache"].some((name) => policy.has(name))) return null;
	if (response.headers.has("set-cookie") || response.headers.get("vary") === "*") return null;
	const seconds = policy.get("s-maxage") ?? policy.get("max-age");
	if (seconds === undefined && response.status !== 200) return null;
	if (![200, 301, 308, 404, 410].includes(response.status)) return null;
	const stale = Number(policy.get("stale-while-revalidate") ?? 0);
	return { freshMs: Number(seconds ?? DEFAULT_S) * 1000, staleMs: stale * 1000 };
}

/**
 * Simulates the platform's cache of one entrypoint (RFC 9111, 5861 and the platform's
 * documentation): the key is path and query, never the method or a header; simultaneous misses are
 * one; a stale response is served while it is renewed; purges are by tag, take effect `delayMs`
 * later, and are refused beyond a rate.
 */
class SharedCache {
	readonly asked: Request[] = [];
	readonly kept: Stored[] = [];
	readonly #entries = new Map<string, Stored>();
	readonly #filling = new Map<string, Promise<Stored | Response>>();
	readonly #now: () => number;
	readonly #delayMs: number;
	#purges: { at: number; tags: Set<string> }[] = [];
	#tokens = { left: PURGES.burst, at: 0 };
	/** refuses every purge while it is set */
	isRefusing = false;

	constructor(now: () => number, delayMs: number) {
		this.#now = now;
		this.#delayMs = delayMs;
		this.#tokens.at = now();
	}

	before(entrypoint: CachedEntrypoint): CachedEntrypoint {
		return {
			fetch: (request) => this.#fetch(request, entrypoint),
			purge: async (tags) => this.#accept(tags) && entrypoint.purge(tags),
		};
	}

	#accept(tags: string[]): boolean {
		const now = this.#now();
		const back = ((now - this.#tokens.at) / 60_000) * PURGES.perMinute;
		this.#tokens = { left: Math.min(PURGES.burst, this.#tokens.left + back), at: now };
		if (this.isRefusing || this.#tokens.left < 1) return false;
		this.#tokens.left--;
		const lower = new Set(tags.map((tag) => tag.toLowerCase()));
		this.#purges.push({ at: now + this.#delayMs, tags: lower });
		return true;
	}

	#applyPurges(): void {
		const due = this.#purges.filter(({ at }) => at <= this.#now());
		this.#purges = this.#purges.filter(({ at }) => at > this.#now());
		for (const { at, tags } of due)
			for (const [key, entry] of this.#entries)
				if (entry.at <= at && entry.tags.some((tag) => tags.has(tag))) this.#entries.delete(key);
	}

	async #fetch(request: Request, entrypoint: CachedEntrypoint): Promise<Response> {
		this.#applyPurges();
		const isCacheable = ["GET", "HEAD"].includes(request.method);
		if (!isCacheable || request.headers.has("authorization")) return entrypoint.fetch(request);
		const { pathname, search } = new URL(request.url);
		const key = pathname + search;
		const entry = this.#entries.get(key);
		const age = entry ? this.#now() - entry.at : Number.POSITIVE_INFINITY;
		if (entry && age < entry.freshMs) return this.#answer(entry);
		if (entry && age < entry.freshMs + entry.staleMs) {
			// Started by this request, which doesn't wait for it.
			const again = this.#fill(key, request, entrypoint);
			const answer = this.#answer(entry);
			await again;
			return answer;
		}
		const filled = await this.#fill(key, request, entrypoint);
		return filled instanceof Response ? filled.clone() : this.#answer(filled);
	}

	#fill(key: string, request: Request, entrypoint: CachedEntrypoint): Promise<Stored | Response> {
		const known = this.#filling.get(key);
		if (known) return known;
		const filling = this.#ask(key, request, entrypoint).finally(() => this.#filling.delete(key));
		this.#filling.set(key, filling);
		return filling;
	}

	async #ask(key: string, request: Request, entrypoint: CachedEntrypoint) {
		this.asked.push(request);
		const response = await entrypoint.fetch(request);
		const keeps = lifetime(response);
		if (!keeps) {
			if (response.status < 500) this.#entries.delete(key);
			return response;
		}
		const stored: Stored = {
			key,
			at: this.#now(),
			status: response.status,
			headers: [...response.headers],
			body: new Uint8Array(await response.arrayBuffer()),
			tags: (response.headers.get("cache-tag") ?? "").toLowerCase().split(","),
			...keeps,
		};
		this.#entries.set(key, stored);
		this.kept.push(stored);
		return stored;
	}

	#answer({ status, headers, body, at }: Stored): Response {
		const response = new Response(body, { status, headers });
		response.headers.delete("cache-tag");
		response.headers.set("age", String(Math.floor((this.#now() - at) / 1000)));
		return response;
	}
}

export function sharedCaches({ now = Date.now, delayMs = 2000 } = {}) {
	const caches = {
		pages: new SharedCache(now, delayMs),
		renditions: new SharedCache(now, delayMs),
	};
	return {
		...caches,
		place: (name: keyof typeof caches, entrypoint: CachedEntrypoint) =>
			caches[name].before(entrypoint),
	};
}
