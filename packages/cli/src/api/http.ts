import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { TransferFailure } from "../../../../web/upload-engine/transport/failures.ts";
import manifest from "../../package.json" with { type: "json" };

export const VERSION = manifest.version;

/** In ms without movement, after which a connection is given up. */
const STALL_MS = 60_000;
/** In bytes: bodies are sent, and their progress reported, in pieces of this size. */
const PIECE = 256 * 1024;

export type HttpCall = {
	headers?: Readonly<Record<string, string>>;
	body?: Uint8Array;
	/** gets the bytes that the system has taken so far */
	onSent?: (sent: number) => void;
	signal: AbortSignal;
};

export type Credentials = { token?: string | null; cookie?: string | undefined };

/**
 * Calls one server. The token is sent to this origin only: no redirect is followed. `fetch` would report no
 * progress of a body and ignore the environment's proxies.
 */
export class HttpClient {
	readonly origin: string;
	readonly #credentials: Credentials;
	readonly #agent: HttpAgent;

	constructor(origin: string, credentials: Credentials) {
		this.origin = origin;
		this.#credentials = credentials;
		// Newer versions of Node take the proxy from these; older ones ignore the option.
		const options = { keepAlive: true, maxSockets: 8, proxyEnv: process.env };
		this.#agent = origin.startsWith("https:") ? new HttpsAgent(options) : new HttpAgent(options);
	}

	/** Idle connections would keep the process running. */
	close(): void {
		this.#agent.destroy();
	}

	/** Leaves the body unread. Throws TransferFailure, or the signal's reason once it is aborted. */
	async open(method: string, path: string, call: HttpCall): Promise<IncomingMessage> {
		const { signal } = call;
		signal.throwIfAborted();
		try {
			return await this.#send(method, path, call);
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			throw noResponse(this.origin, error);
		}
	}

	/** Like the platform's `fetch`. Throws, also while the body is read, like `open`. */
	async fetch(request: Request): Promise<Response> {
		const { method, url, signal } = request;
		const body = request.body && new Uint8Array(await request.arrayBuffer());
		const headers = Object.fromEntries(request.headers);
		const answer = await this.open(method, url, { headers, signal, ...(body && { body }) });
		const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = answer;
		const received = new Headers();
		for (let at = 0; at < rawHeaders.length; at += 2)
			received.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
		const isEmpty = method === "HEAD" || [204, 205, 304].includes(status);
		if (isEmpty) answer.resume();
		const content = isEmpty ? null : Readable.toWeb(Readable.from(chunksOf(this, answer, signal)));
		// Node declares its streams apart from the platform's.
		return new Response(content as ReadableStream, { status, statusText, headers: received });
	}

	#send(
		method: string,
		path: string,
		{ headers, body, onSent, signal }: HttpCall,
	): Promise<IncomingMessage> {
		return new Promise((resolve, reject) => {
			const { token, cookie } = this.#credentials;
			const send = this.origin.startsWith("https:") ? httpsRequest : httpRequest;
			const url = new URL(path, this.origin);
			url.pathname = url.pathname.replace(/^\/api\/(?!v1\/)/, "/api/v1/");
			const request = send(url, {
				method,
				agent: this.#agent,
				signal,
				headers: {
					accept: "application/json",
					"user-agent": `tillbox-cli/${VERSION} (${process.platform}; node ${process.versions.node})`,
					...(token && { authorization: `Bearer ${token}` }),
					// The server reads cookies only in requests from its own pages.
					...(cookie && { cookie, "sec-fetch-site": "same-origin" }),
					...(body && { "content-length": String(body.length) }),
					...headers,
				},
			});
			request.setTimeout(STALL_MS, () =>
				request.destroy(new Error("No data was transferred for a minute.")),
			);
			let isAnswered = false;
			request.once("response", (response) => {
				isAnswered = true;
				// Refused before all was sent: the rest would be taken for the next request.
				if (!request.writableEnded) response.once("end", () => request.destroy());
				resolve(response);
			});
			// After the response, an error of the request is the connection's end.
			request.on("error", reject);
			if (!body) return void request.end();
			void (async () => {
				for (let at = 0; at < body.length && !isAnswered && !request.destroyed; at += PIECE) {
					const isRoom = request.write(body.subarray(at, at + PIECE));
					if (!isRoom) await drained(request);
					onSent?.(Math.min(at + PIECE, body.length));
				}
				if (!isAnswered) request.end();
			})();
		});
	}
}

/** Resolves when more can be written, or nothing more. */
function drained(request: ReturnType<typeof httpRequest>): Promise<void> {
	return new Promise((resolve) => {
		const events = ["drain", "close", "response"] as const;
		const go = () => {
			for (const event of events) request.off(event, go);
			resolve();
		};
		for (const event of events) request.once(event, go);
	});
}

/** Includes the system's reason. */
export function noResponse(origin: string, cause?: unknown): TransferFailure {
	if (cause instanceof TransferFailure) return cause;
	const { code, message } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
	const why = code ?? message;
	const text = `${origin} doesn't answer${why ? ` (${why})` : ""}.`;
	return Object.assign(new TransferFailure(0, { message: text }), { cause });
}

/** Throws TransferFailure if the response breaks off. */
export async function* chunksOf(
	{ origin }: HttpClient,
	response: IncomingMessage,
	signal: AbortSignal,
): AsyncGenerator<Buffer> {
	try {
		for await (const chunk of response) yield chunk;
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		throw noResponse(origin, error);
	}
}

export async function textOf(
	http: HttpClient,
	response: IncomingMessage,
	signal: AbortSignal,
): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of chunksOf(http, response, signal)) chunks.push(chunk);
	return Buffer.concat(chunks).toString("utf8");
}

export function headerOf({ headers }: IncomingMessage, name: string): string | null {
	const value = headers[name];
	return (Array.isArray(value) ? value[0] : value) ?? null;
}
