import { errorOf, TillboxError } from "./error.ts";
import { isPassing, sleep, waitBefore } from "./retries.ts";
import type {
	Answer,
	Arguments,
	DownloadPath,
	Item,
	ListPath,
	Operation,
	PathOf,
} from "./types.ts";

const RETRIES = 3;
/** A call without a response after this long is aborted, and retried if that is safe. ms */
const TIMEOUT_MS = 60_000;
/** The slowest upload of a body; its time is added to the timeout. Bytes per ms */
const SLOWEST = 32;

type Call = {
	path?: Readonly<Record<string, unknown>> | undefined;
	query?: Readonly<Record<string, unknown>> | undefined;
	headers?: Readonly<Record<string, unknown>> | undefined;
	body?: unknown;
	signal?: AbortSignal | undefined;
	idempotencyKey?: string | undefined;
};

export type TillboxOptions = {
	/** the address of the installation, such as `https://your-site.example` */
	server: string | undefined;
	/** an access token, from Settings › Access tokens; without one, only public calls work */
	token?: string | undefined;
	/** sends the requests; the platform's own `fetch` by default */
	fetch?: (request: Request) => Promise<Response>;
};

/**
 * The API of one installation. Methods, paths, parameters, bodies and answers are typed by its description.
 *
 * Each call throws `TillboxError` where it fails for good. Before, it is sent again up to three times: where no
 * response came, and where the server is busy or away, after the wait that it asks for. Every POST carries an
 * `Idempotency-Key`, so that it has one effect however often it is sent.
 */
export class Tillbox {
	readonly #origin: string;
	readonly #token: string | undefined;
	readonly #fetch: (request: Request) => Promise<Response>;

	/** @throws TypeError for an address that is none, or over which the network could read the token. */
	constructor({
		server = "",
		token,
		fetch = (request) => globalThis.fetch(request),
	}: TillboxOptions) {
		const url = URL.canParse(server) ? new URL(server) : null;
		const isOwn = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? "");
		if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isOwn)))
			throw new TypeError(`The server is not an address like https://your-site.example: ${server}`);
		this.#origin = url.origin;
		this.#token = token;
		this.#fetch = fetch;
	}

	get<P extends PathOf<"get">>(path: P, ...[options]: Arguments<Operation<P, "get">>) {
		return this.#json<Answer<Operation<P, "get">>>("GET", path, options);
	}

	/**
	 * Give an `idempotencyKey` to a POST that must have one effect beyond this call, such as when a program
	 * is run again.
	 */
	post<P extends PathOf<"post">>(
		path: P,
		...[options]: Arguments<Operation<P, "post">, { idempotencyKey?: string }>
	) {
		return this.#json<Answer<Operation<P, "post">>>("POST", path, options);
	}

	put<P extends PathOf<"put">>(path: P, ...[options]: Arguments<Operation<P, "put">>) {
		return this.#json<Answer<Operation<P, "put">>>("PUT", path, options);
	}

	patch<P extends PathOf<"patch">>(path: P, ...[options]: Arguments<Operation<P, "patch">>) {
		return this.#json<Answer<Operation<P, "patch">>>("PATCH", path, options);
	}

	delete<P extends PathOf<"delete">>(path: P, ...[options]: Arguments<Operation<P, "delete">>) {
		return this.#json<Answer<Operation<P, "delete">>>("DELETE", path, options);
	}

	/** Returns the response with its body unread. */
	async download<P extends DownloadPath>(
		path: P,
		...[options]: Arguments<Operation<P, "get">>
	): Promise<Response> {
		const { response } = await this.#send("GET", path, options, async () => undefined);
		return response;
	}

	/** Yields the entries of a list; fetches the next page once the previous one is used up. */
	async *list<P extends ListPath>(
		path: P,
		...[options]: Arguments<Operation<P, "get">>
	): AsyncGenerator<Item<Answer<Operation<P, "get">>>, void, undefined> {
		const call: Call = options ?? {};
		for (let after = call.query?.after; ; ) {
			const { body, response } = await this.#send<unknown>(
				"GET",
				path,
				{ ...call, query: { ...call.query, after } },
				(received) => received.json(),
			);
			const { entries, next } = pageOf(body, response.headers.get("link"));
			yield* entries as Item<Answer<Operation<P, "get">>>[];
			if (next === null || next === after) return;
			after = next;
		}
	}

	async #json<T>(method: string, path: string, call: Call | undefined): Promise<T> {
		const { body } = await this.#send(method, path, call, async (response) => {
			const text = await response.text();
			try {
				return (text === "" ? undefined : JSON.parse(text)) as T;
			} catch (cause) {
				throw new TillboxError(response.status, null, `${this.#origin} sent no JSON.`, { cause });
			}
		});
		return body;
	}

	/** Retries until the call has succeeded, or failed for good; `read` reads the body of a success. */
	async #send<T>(
		method: string,
		path: string,
		call: Call | undefined,
		read: (response: Response) => Promise<T>,
	): Promise<{ response: Response; body: T }> {
		const { signal } = call ?? {};
		const url = new URL(filledIn(path, call), this.#origin);
		const init = { ...this.#contentOf(method, call), method, redirect: "manual" as const };
		for (let retry = 1; ; retry++) {
			signal?.throwIfAborted();
			const timeout = new AbortController();
			const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS + sizeOf(init.body) / SLOWEST);
			let response: Response | null = null;
			let error: TillboxError;
			try {
				const signals = [timeout.signal, ...(signal ? [signal] : [])];
				response = await this.#fetch(
					new Request(url, { ...init, signal: AbortSignal.any(signals) }),
				);
				// An earlier attempt has deleted it, but its response was lost.
				const isDeleted = method === "DELETE" && response.status === 404 && retry > 1;
				if (isDeleted) return { response, body: undefined as T };
				if (response.ok) return { response, body: await read(response) };
				error = await errorOf(response);
			} catch (cause) {
				signal?.throwIfAborted();
				if (cause instanceof TillboxError) throw cause;
				response = null;
				error = new TillboxError(0, null, `${this.#origin} does not answer.`, { cause });
			} finally {
				clearTimeout(timer);
			}
			const canRepeat = response === null || isPassing(method, error);
			const wait =
				canRepeat && retry <= RETRIES
					? waitBefore(retry, response?.headers.get("retry-after") ?? null)
					: null;
			if (wait === null) throw error;
			await sleep(wait, signal);
		}
	}

	#contentOf(method: string, { body, headers, idempotencyKey }: Call = {}): RequestInit {
		const isJson = body !== undefined && !isContent(body);
		const hasType = body === undefined || body instanceof FormData || body instanceof Blob;
		const all = {
			...(!hasType && { "Content-Type": isJson ? "application/json" : "application/octet-stream" }),
			...(method === "POST" && { "Idempotency-Key": idempotencyKey ?? crypto.randomUUID() }),
			...(this.#token && { Authorization: `Bearer ${this.#token}` }),
			...headers,
		};
		const content = isJson ? JSON.stringify(body) : (body as Content | undefined);
		return {
			headers: Object.entries(all).map(([name, value]) => [name, String(value)]),
			...(content !== undefined && { body: content }),
		};
	}
}

type Content = FormData | Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

const isContent = (body: unknown): body is Content =>
	[FormData, Blob, ArrayBuffer, Uint8Array].some((kind) => body instanceof kind);

function sizeOf(body: unknown): number {
	if (body instanceof FormData)
		return [...body.values()].reduce((sum, value) => sum + sizeOf(value), 0);
	if (body instanceof Blob) return body.size;
	if (typeof body === "string") return body.length;
	return body instanceof ArrayBuffer || body instanceof Uint8Array ? body.byteLength : 0;
}

/** A path with its parameters. @throws TypeError for a parameter that would lead elsewhere. */
function filledIn(path: string, { path: parameters = {}, query = {} }: Call = {}): string {
	const whole = path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = String(parameters[name] ?? "");
		if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} is no part of a path: "${value}"`);
		return encodeURIComponent(value);
	});
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query))
		if (value !== undefined) search.set(name, String(value));
	return search.size > 0 ? `${whole}?${search}` : whole;
}

/**
 * Returns a page's entries and the `after` of the next one: from the page, or from the header `Link` of an
 * array.
 */
function pageOf(page: unknown, link: string | null): { entries: unknown[]; next: unknown } {
	if (Array.isArray(page)) {
		const after = /[?&]after=([^&>]*)[^>]*>; *rel="next"/.exec(link ?? "")?.[1];
		return { entries: page, next: after === undefined ? null : decodeURIComponent(after) };
	}
	const { next, ...rest } = page as { next: unknown };
	return { entries: Object.values<unknown>(rest).find(Array.isArray) ?? [], next };
}
