import { failed } from "../../../../web/upload-engine/transport/failures.ts";
import {
	type Call,
	type Problem,
	pagesOf,
	type Server,
	send,
	sendForJson,
} from "../../../client/src/calls.ts";
import { CliFailure, EXIT } from "../failures.ts";
import { type HttpClient, noResponse } from "./http.ts";

/** Calls throw ApiFailure, and are repeated like those of `@tillbox/client`. */
export class Api {
	readonly http: HttpClient;
	readonly #server: Server;
	readonly #signal: AbortSignal;

	constructor(http: HttpClient, signal: AbortSignal) {
		const { origin } = http;
		this.http = http;
		this.#signal = signal;
		this.#server = {
			origin,
			fetch: (request) => http.fetch(request),
			failure: (problem) => failureOf(origin, problem),
		};
	}

	async json<T>(method: string, path: string, call: Call = {}): Promise<T> {
		return (await this.response<T>(method, path, call)).body;
	}

	response<T>(method: string, path: string, call: Call = {}) {
		return sendForJson<T>(this.#server, method, path, { signal: this.#signal, ...call });
	}

	/** Returns the successful response, its body unread. */
	async open(method: string, path: string, call: Call = {}): Promise<Response> {
		const all = { signal: this.#signal, ...call };
		return (await send(this.#server, method, path, all, async () => undefined)).response;
	}

	pages(path: string, call: Call = {}) {
		return pagesOf(this.#server, path, { signal: this.#signal, ...call });
	}

	/** Fetches no page beyond the requested entries. */
	async list<T>(path: string, query: Call["query"], most = Infinity): Promise<T[]> {
		const found: T[] = [];
		for await (const { entries } of this.pages(path, { query })) {
			found.push(...(entries as T[]));
			if (found.length >= most) break;
		}
		return found.slice(0, most);
	}
}

function failureOf(origin: string, { response, text, cause }: Problem): Error & { code: string } {
	if (response === null) return noResponse(origin, cause);
	const { status, headers } = response;
	if (response.ok)
		return new CliFailure(
			"server.unknown",
			EXIT.usage,
			`${origin} does not answer like a Tillbox server (status ${status}). Is the address right?`,
		);
	if (status < 400) return redirected(origin, headers.get("location") ?? "");
	return oauthRefusal(text) ?? failed(status, text, headers.get("retry-after"));
}

/** A refusal in the form of RFC 6749, as the sign-in's routes send it. */
export class OAuthRefusal extends CliFailure {
	constructor(error: string, description: string) {
		const isWrong = /^(invalid_request|invalid_scope|unsupported_grant_type)$/.test(error);
		super(`oauth.${error}`, isWrong ? EXIT.usage : EXIT.denied, description);
	}
}

function oauthRefusal(text: string): OAuthRefusal | null {
	try {
		const { error, error_description: why } = JSON.parse(text);
		return typeof error === "string"
			? new OAuthRefusal(error, typeof why === "string" ? why : error)
			: null;
	} catch {
		return null;
	}
}

function redirected(origin: string, location: string): CliFailure {
	const to = URL.canParse(location, origin) ? new URL(location, origin).origin : "";
	return new CliFailure(
		"server.redirects",
		EXIT.usage,
		to && to !== origin
			? `${origin} redirects to ${to}. Use that address: --server ${to}.`
			: `${origin} is no Tillbox server: it redirects.`,
	);
}
