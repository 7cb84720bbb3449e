import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { TransferFailure } from "../../../../web/upload-engine/transport/failures.ts";
import manifest from "../../package.json" with { type: "json" };

export const VERSION = manifest.version;

/** A connection on which nothing moves for this long is given up, and the call repeated. ms */
const STALL_MS = 60_000;
/** How much of a body is handed to the socket at a time: progress is reported in these steps. Bytes. */
const PIECE = 256 * 1024;

export type HttpCall = {
	headers?: Readonly<Record<string, string>>;
	body?: Uint8Array | string;
	/** bytes of the body that were handed to the system so far */
	onSent?: (sent: number) => void;
	signal: AbortSignal;
};

/** What shows the server who calls: a creator's token, or the cookie of a buyer. */
export type Credentials = { token?: string | null; cookie?: string | undefined };

/** The address of the API that does not change: `/api/user` as `/api/v1/user`. */
const stable = (path: string) => path.replace(/^\/api\/(?!v1\/)/, "/api/v1/");

/**
 * Calls one server. The token is sent to this origin only: no redirect is followed. `node:http` rather than
 * `fetch`, which reports no progress of a body.
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

	/** Closes idle connections, which would keep the process running. */
	close(): void {
		this.#agent.destroy();
	}

	/**
	 * Sends a request and returns the response, its body unread. Throws TransferFailure with status 0 when there
	 * is none, and the signal's reason once it is aborted.
	 */
	async open(method: string, path: string, call: HttpCall): Promise<IncomingMessage> {
		const { body, ...rest } = call;
		const { signal } = call;
		signal.throwIfAborted();
		const bytes = typeof body === "string" ? Buffer.from(body) : body;
		try {
			return await this.#send(method, path, bytes ? { ...rest, body: bytes } : rest);
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			throw Object.assign(noAnswer(this.origin, error), { cause: error });
		}
	}

	#send(
		method: string,
		path: string,
		{ headers, body, onSent, signal }: Omit<HttpCall, "body"> & { body?: Uint8Array },
	): Promise<IncomingMessage> {
		return new Promise((resolve, reject) => {
			const { token, cookie } = this.#credentials;
			const send = this.origin.startsWith("https:") ? httpsRequest : httpRequest;
			const request = send(new URL(stable(path), this.origin), {
				method,
				agent: this.#agent,
				signal,
				headers: {
					accept: "application/json",
					"user-agent": `tillbox-cli/${VERSION} (${process.platform}; node ${process.versions.node})`,
					...(token && { authorization: `Bearer ${token}` }),
					// The server reads cookies of requests from its own pages only.
					...(cookie && { cookie, "sec-fetch-site": "same-origin" }),
					...(body && { "content-length": String(body.length) }),
					...headers,
				},
			});
			request.setTimeout(STALL_MS, () => request.destroy(new Error("Nothing moved for a minute.")));
			let isAnswered = false;
			request.once("response", (response) => {
				isAnswered = true;
				// Refused before all was sent: what is left would be taken for the next request.
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

/** The failure of a call without a response, with what the system says of it. */
function noAnswer(origin: string, error: unknown): TransferFailure {
	const { code, message } = error as NodeJS.ErrnoException;
	return new TransferFailure(0, { message: `${origin} doesn't answer (${code ?? message}).` });
}

/** Resolves when more can be written, or nothing can any more. */
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

/** The failure of a response that has begun and has no end. */
export function brokenOff(origin: string, error?: unknown): TransferFailure {
	const { code } = (error ?? {}) as NodeJS.ErrnoException;
	return new TransferFailure(0, {
		message: `The connection to ${origin} broke off${code ? ` (${code})` : ""}.`,
	});
}

/** Reads a response of this client's to its end as text. Throws TransferFailure when it breaks off. */
export async function textOf(
	{ origin }: HttpClient,
	response: IncomingMessage,
	signal: AbortSignal,
): Promise<string> {
	try {
		const chunks: Buffer[] = [];
		for await (const chunk of response) chunks.push(chunk);
		return Buffer.concat(chunks).toString("utf8");
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		throw Object.assign(brokenOff(origin, error), { cause: error });
	}
}

/** A header of a response; null where it is missing. */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
	const value = headers[name];
	return (Array.isArray(value) ? value[0] : value) ?? null;
}
