import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { app } from "../../app.ts";
import { repeatWait } from "../../contract/repeats.ts";
import { ORIGIN } from "../fixtures/test-app.ts";

/** What the requests of all browsers came to. */
export class Tally {
	requests = 0;
	/** answers 503 and 429 */
	refused = 0;
	/** sent again by the web app itself */
	repeated = 0;
	/** that failed in the end */
	failed: string[] = [];
}

/** The upload engine and the provider go on for as long as it takes; a test does not. */
const MAX_ENGINE_REPEATS = 20;

type Options = {
	body?: unknown;
	headers?: Record<string, string>;
	/** it is sent by somebody who does not give up: the upload engine, or the provider */
	goesOn?: boolean;
};

/** Sends again what a busy server refuses, as the web app does. */
export class PatientBrowser {
	readonly #bindings: Env;
	readonly #tally: Tally;
	readonly #address: string;
	readonly cookies = new Map<string, string>();
	readonly #pending: Promise<void>[] = [];

	constructor(bindings: Env, tally: Tally, address: string) {
		this.#bindings = bindings;
		this.#tally = tally;
		this.#address = address;
	}

	/** Returns the last answer. */
	async send(method: string, path: string, options: Options = {}): Promise<Response> {
		const bare = path.replace(/\?.*/, "");
		for (let repeats = 0; ; repeats++) {
			const response = await this.#once(method, path, options);
			const { status } = response;
			const isRefused = status === 503 || status === 429;
			if (isRefused) this.#tally.refused++;
			const isAsked = options.goesOn
				? isRefused && repeats < MAX_ENGINE_REPEATS
				: repeatWait(method, bare, response, repeats) !== null;
			if (isAsked) {
				this.#tally.repeated++;
				await response.body?.cancel();
				continue;
			}
			if (isRefused || status >= 500)
				this.#tally.failed.push(`${method} ${bare}: ${status} ${await response.clone().text()}`);
			return response;
		}
	}

	async json<T>(method: string, path: string, options: Options = {}): Promise<T> {
		const response = await this.send(method, path, options);
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return JSON.parse(text || "null") as T;
	}

	/** Resolves when all background work has ended. */
	async settled(): Promise<void> {
		await Promise.all(this.#pending.splice(0));
	}

	async #once(method: string, path: string, { body, headers }: Options): Promise<Response> {
		this.#tally.requests++;
		const isRaw = body instanceof Uint8Array || typeof body === "string";
		const execution = createExecutionContext();
		const response = await app.fetch(
			new Request(new URL(path, ORIGIN), {
				method,
				headers: {
					"sec-fetch-site": "same-origin",
					"cf-connecting-ip": this.#address,
					cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
					...(!isRaw && body !== undefined && { "content-type": "application/json" }),
					...headers,
				},
				...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
			}),
			this.#bindings,
			execution,
		);
		this.#pending.push(waitOnExecutionContext(execution));
		for (const line of response.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (/Max-Age=0/.test(line)) this.cookies.delete(name);
			else this.cookies.set(name, value);
		}
		return response;
	}
}
