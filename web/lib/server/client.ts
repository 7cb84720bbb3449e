import type { hc, InferRequestType } from "hono/client";
import type { Api } from "../../../worker/app.ts";
import { apiFetch } from "./api-fetch.ts";

type Arguments = {
	param?: Readonly<Record<string, string>>;
	query?: Readonly<Record<string, string | undefined>>;
	json?: unknown;
};
type Options = { headers?: Readonly<Record<string, string>>; init?: RequestInit };

/**
 * The server's own paths, bodies and responses; failures throw ApiFailure. Hono's own client also speaks
 * cookies, forms and sockets, which the share page would load unused.
 */
export const client = at([]) as ReturnType<typeof hc<Api>>;

function at(path: readonly string[]): unknown {
	return new Proxy(() => undefined, {
		get: (_, name) =>
			// `await` looks for a `then` property.
			typeof name === "string" && name !== "then" ? at([...path, name]) : undefined,
		apply: (_, __, [args, options]: [Arguments?, Options?]) =>
			called(path.slice(0, -1), path.at(-1) ?? "", args, options),
	});
}

function called(
	path: readonly string[],
	name: string,
	{ param = {}, query, json }: Arguments = {},
	{ headers, init }: Options = {},
): string | Promise<Response> {
	// A parameter may declare its pattern: `:name{.+}`.
	const filled = path.map((part) => {
		const [, key] = /^:(\w+)/.exec(part) ?? [];
		return key === undefined
			? part
			: (param[key] ?? "").split("/").map(encodeURIComponent).join("/");
	});
	const search = new URLSearchParams(
		Object.entries(query ?? {}).filter(
			(entry): entry is [string, string] => entry[1] !== undefined,
		),
	);
	const address = `/${filled.join("/")}${search.size > 0 ? `?${search}` : ""}`;
	if (name === "$path") return address;
	return apiFetch(address, {
		method: name.slice(1).toUpperCase(),
		headers: { ...headers, ...(json !== undefined && { "Content-Type": "application/json" }) },
		...(json !== undefined && { body: JSON.stringify(json) }),
		...init,
	});
}

export async function readJson<T>(response: Promise<{ json: () => Promise<T> }>): Promise<T> {
	return (await response).json();
}

export type BodyOf<Call> = InferRequestType<Call> extends { json: infer Json } ? Json : never;
