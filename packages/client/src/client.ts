import { type Call, pagesOf, type Server, send, sendForJson } from "./calls.ts";
import { errorOf } from "./error.ts";
import type {
	Answer,
	Arguments,
	DownloadPath,
	Item,
	ListPath,
	Operation,
	PathOf,
} from "./types.ts";

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
 * Repeats a call up to three times if no response comes or the server is busy, after the delay that the server asks
 * for; then throws `TillboxError`. Every POST has an `Idempotency-Key`, so repetitions have one effect.
 */
export class Tillbox {
	readonly #server: Server;

	/** @throws TypeError for an invalid address, or plain HTTP to another machine, which would expose the token. */
	constructor({
		server = "",
		token,
		fetch = (request) => globalThis.fetch(request),
	}: TillboxOptions) {
		const url = URL.canParse(server) ? new URL(server) : null;
		const isOwn = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? "");
		if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isOwn)))
			throw new TypeError(`The server is not an address like https://your-site.example: ${server}`);
		const { origin } = url;
		this.#server = { origin, token, fetch, failure: (problem) => errorOf(origin, problem) };
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
		return (await send(this.#server, "GET", path, options, async () => undefined)).response;
	}

	/** Yields the entries of a list; fetches the next page once the previous one is used up. */
	async *list<P extends ListPath>(
		path: P,
		...[options]: Arguments<Operation<P, "get">>
	): AsyncGenerator<Item<Answer<Operation<P, "get">>>, void, undefined> {
		for await (const { entries } of pagesOf(this.#server, path, options))
			yield* entries as Item<Answer<Operation<P, "get">>>[];
	}

	async #json<T>(method: string, path: string, call: Call | undefined): Promise<T> {
		return (await sendForJson<T>(this.#server, method, path, call)).body;
	}
}
