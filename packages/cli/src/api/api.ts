import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { ApiFailure } from "../../../../web/lib/server/failure.ts";
import { systemClock } from "../../../../web/upload-engine/clock.ts";
import { backoffMs } from "../../../../web/upload-engine/transport/backoff.ts";
import { failed } from "../../../../web/upload-engine/transport/failures.ts";
import { repeatWait } from "../../../../worker/contract/repeats.ts";
import { CliFailure, EXIT } from "../failures.ts";
import { type HttpClient, headerOf, textOf } from "./http.ts";

/** How often a call that had no response is sent again. */
const MAX_RETRIES = 3;

type Query = Readonly<Record<string, string | number | boolean | undefined>>;
export type CallOptions = {
	query?: Query;
	/** sent as JSON */
	json?: unknown;
	/** sent as a form, as OAuth asks */
	form?: Readonly<Record<string, string>>;
	headers?: Readonly<Record<string, string>>;
	body?: Uint8Array;
	/** calls that are not repeated otherwise, but carry what makes the second without effect */
	repeatable?: boolean;
	signal?: AbortSignal;
};

/** The path of a call with its parameters. */
function pathWith(path: string, query: Query = {}): string {
	const search = new URLSearchParams(
		Object.entries(query).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, String(value)]],
		),
	);
	return `${path}${search.size > 0 ? `?${search}` : ""}`;
}

/** The server's API. Calls throw ApiFailure; those that do no harm when they are sent twice are repeated. */
export class Api {
	readonly http: HttpClient;
	readonly #signal: AbortSignal;

	constructor(http: HttpClient, signal: AbortSignal) {
		this.http = http;
		this.#signal = signal;
	}

	/** Sends a call and returns its JSON; undefined for a response without a body. */
	async json<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
		return (await this.response<T>(method, path, options)).body;
	}

	/** The same with the response's headers. */
	async response<T>(
		method: string,
		path: string,
		options: CallOptions = {},
	): Promise<{ body: T; headers: IncomingHttpHeaders }> {
		const { text, response } = await this.#call(method, path, options);
		const { headers } = response;
		if (text === "") return { body: undefined as T, headers };
		try {
			return { body: JSON.parse(text), headers };
		} catch {
			throw notTillbox(this.http.origin, response);
		}
	}

	/** Sends a call and returns the text of its response. */
	async text(path: string, options: CallOptions = {}): Promise<string> {
		return (await this.#call("GET", path, options)).text;
	}

	/** Sends a call and returns its successful response, the body unread. */
	async open(method: string, path: string, options: CallOptions = {}): Promise<IncomingMessage> {
		return (await this.#call(method, path, options, async () => "")).response;
	}

	/** `read` gets the response of a call that succeeded; one that breaks off meanwhile is repeated. */
	async #call(
		method: string,
		path: string,
		options: CallOptions,
		read = (response: IncomingMessage, signal: AbortSignal) => textOf(this.http, response, signal),
	): Promise<{ text: string; response: IncomingMessage }> {
		const { query, json, form, body, signal = this.#signal } = options;
		const address = pathWith(path, query);
		const content =
			json !== undefined ? JSON.stringify(json) : form && `${new URLSearchParams(form)}`;
		const sent = content ?? body;
		const headers = {
			...(json !== undefined && { "content-type": "application/json" }),
			...(form && { "content-type": "application/x-www-form-urlencoded" }),
			...(method === "POST" && { "idempotency-key": randomUUID() }),
			...options.headers,
		};
		const isRepeatable = method !== "POST" || options.repeatable;
		for (let repeats = 0; ; repeats++) {
			let response: IncomingMessage;
			let text: string;
			try {
				response = await this.http.open(method, address, {
					headers,
					signal,
					...(sent !== undefined && { body: sent }),
				});
				const isDone = isSuccess(response);
				text = await (isDone ? read(response, signal) : textOf(this.http, response, signal));
			} catch (error) {
				const isLost = error instanceof ApiFailure && error.status === 0;
				if (!isLost || !isRepeatable || repeats >= MAX_RETRIES) throw error;
				await systemClock.sleep(backoffMs(repeats + 1, systemClock.random), signal);
				continue;
			}
			const { statusCode: status = 0 } = response;
			if (isSuccess(response)) return { text, response };
			if (status >= 300 && status < 400) throw redirected(this.http.origin, response);
			const refusal = oauthRefusal(text);
			if (refusal) throw refusal;
			const wait = repeatWait(
				method,
				path,
				{ status, headers: { get: (name) => headerOf(response, name.toLowerCase()) } },
				repeats,
			);
			if (wait === null) throw failed(status, text, headerOf(response, "retry-after"));
			await systemClock.sleep(wait, signal);
		}
	}
}

/** 304 is the success of a call that asks whether something has changed. */
const isSuccess = ({ statusCode = 0 }: IncomingMessage): boolean =>
	(statusCode >= 200 && statusCode < 300) || statusCode === 304;

/** A refusal in the form of RFC 6749, which the routes of the sign-in have. */
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

function redirected(origin: string, response: IncomingMessage): CliFailure {
	const target = headerOf(response, "location") ?? "";
	const to = URL.canParse(target, origin) ? new URL(target, origin).origin : "";
	return new CliFailure(
		"server.redirects",
		EXIT.usage,
		to && to !== origin
			? `${origin} redirects to ${to}. Use that address: --server ${to}.`
			: `${origin} is no Tillbox server: it redirects.`,
	);
}

function notTillbox(origin: string, { statusCode }: IncomingMessage): CliFailure {
	return new CliFailure(
		"server.unknown",
		EXIT.usage,
		`${origin} does not answer like a Tillbox server (status ${statusCode}). Is the address right?`,
	);
}
