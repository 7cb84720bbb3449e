import { hc } from "hono/client";
import type { Api } from "../../worker/app.ts";
import { apiFetch } from "./call.ts";

/**
 * The typed client: paths, bodies and answers are the server's own. Failures throw ApiFailure, so
 * `await answer(client.api.login.$post({ json }))` is the happy answer. The share page uses `call`
 * in its place, to stay light.
 */
export const client = hc<Api>("/", { fetch: apiFetch });

/** The JSON of an answer of the client. */
export async function readJson<T>(response: Promise<{ json: () => Promise<T> }>): Promise<T> {
	return (await response).json();
}
