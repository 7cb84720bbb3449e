import { isPassing, sleep, waitBefore } from "./retries.ts";

const RETRIES = 3;
/** In ms: calls without a response are aborted, and retried if that is safe. */
const TIMEOUT_MS = 60_000;
/** Bytes per ms of the slowest upload; a body's time is added to the timeout. */
const SLOWEST = 32;

export type Call = {
	path?: Readonly<Record<string, unknown>> | undefined;
	query?: Readonly<Record<string, unknown>> | undefined;
	headers?: Readonly<Record<string, unknown>> | undefined;
	/** sent as JSON unless it is bytes or a form */
	body?: unknown;
	signal?: AbortSignal | undefined;
	idempotencyKey?: string | undefined;
};

/** No response, a refusal, or a response that isn't JSON. */
export type Problem = { response: Response | null; text: string; cause?: unknown };

export type Server = {
	origin: string;
	token?: string | undefined;
	fetch: (request: Request) => Promise<Response>;
	failure: (problem: Problem) => Error & { code: string };
};

/**
 * Sends a call until it succeeds or fails for good. A 304 is a success. `read` reads a success's body, as part of
 * the attempt. Throws the server's `failure`, and the signal's reason once aborted.
 */
export async function send<T>(
	server: Server,
	method: string,
	path: string,
	call: Call | undefined,
	read: (response: Response) => Promise<T>,
): Promise<{ response: Response; body: T }> {
	const { signal } = call ?? {};
	const url = addressOf(server.origin, path, call);
	const init = { ...contentOf(server, method, call), method, redirect: "manual" as const };
	for (let retry = 1; ; retry++) {
		signal?.throwIfAborted();
		const timeout = new AbortController();
		const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS + sizeOf(init.body) / SLOWEST);
		let response: Response | null = null;
		let failure: Error & { code: string };
		try {
			const signals = [timeout.signal, ...(signal ? [signal] : [])];
			response = await server.fetch(
				new Request(url, { ...init, signal: AbortSignal.any(signals) }),
			);
			// An earlier attempt has deleted it; its response was lost.
			const isDeleted = method === "DELETE" && response.status === 404 && retry > 1;
			if (isDeleted) return { response, body: undefined as T };
			if (response.ok || response.status === 304) return { response, body: await read(response) };
			failure = server.failure({ response, text: await response.text().catch(() => "") });
		} catch (cause) {
			signal?.throwIfAborted();
			response = null;
			failure = server.failure({ response, text: "", cause });
		} finally {
			clearTimeout(timer);
		}
		const canRepeat = response === null || isPassing(method, response.status, failure.code);
		const wait =
			canRepeat && retry <= RETRIES
				? waitBefore(retry, response?.headers.get("retry-after") ?? null)
				: null;
		if (wait === null) throw failure;
		await sleep(wait, signal);
	}
}

/** Undefined for a response without a body. */
export async function sendForJson<T>(
	server: Server,
	method: string,
	path: string,
	call: Call | undefined,
): Promise<{ response: Response; body: T }> {
	const { response, body } = await send(server, method, path, call, (received) => received.text());
	try {
		return { response, body: body ? JSON.parse(body) : undefined };
	} catch (cause) {
		throw server.failure({ response, text: body, cause });
	}
}

/** Fetches pages on demand. */
export async function* pagesOf(
	server: Server,
	path: string,
	call: Call = {},
): AsyncGenerator<{ body: unknown; entries: unknown[] }> {
	for (let query = call.query ?? {}; ; ) {
		const page = await sendForJson<unknown>(server, "GET", path, { ...call, query });
		const { entries, next } = pageOf(page.body, page.response.headers.get("link"));
		yield { body: page.body, entries };
		// Files of an unfinished upload are counted, everything else is named.
		const name = typeof next === "number" ? "from" : "after";
		if (next === null || next === query[name]) return;
		query = { ...query, [name]: next };
	}
}

function pageOf(page: unknown, link: string | null): { entries: unknown[]; next: unknown } {
	if (Array.isArray(page)) {
		const after = /[?&]after=([^&>]*)[^>]*>; *rel="next"/.exec(link ?? "")?.[1];
		return { entries: page, next: after === undefined ? null : decodeURIComponent(after) };
	}
	const { next = null, ...rest } = (page ?? {}) as { next?: unknown };
	return { entries: Object.values<unknown>(rest).find(Array.isArray) ?? [], next };
}

function contentOf(
	{ token }: Server,
	method: string,
	{ body, headers: given = {}, idempotencyKey }: Call = {},
): RequestInit {
	const isJson = body !== undefined && !isContent(body);
	const headers = new Headers();
	if (isJson) headers.set("Content-Type", "application/json");
	else if (body instanceof ArrayBuffer || body instanceof Uint8Array)
		headers.set("Content-Type", "application/octet-stream");
	if (method === "POST") headers.set("Idempotency-Key", idempotencyKey ?? crypto.randomUUID());
	if (token) headers.set("Authorization", `Bearer ${token}`);
	for (const [name, value] of Object.entries(given)) headers.set(name, String(value));
	const content = isJson ? JSON.stringify(body) : (body as Content | undefined);
	return { headers, ...(content !== undefined && { body: content }) };
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

/** @throws TypeError for a parameter that would lead elsewhere. */
function addressOf(origin: string, path: string, { path: parameters = {}, query }: Call = {}): URL {
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = String(parameters[name] ?? "");
		if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} is not a path segment: "${value}"`);
		return encodeURIComponent(value);
	});
	const url = new URL(filled, origin);
	for (const [name, value] of Object.entries(query ?? {}))
		if (value !== undefined) url.searchParams.set(name, String(value));
	return url;
}
