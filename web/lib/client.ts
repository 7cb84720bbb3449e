import { hc, type InferRequestType } from "hono/client";
import type { Api } from "../../worker/app.ts";
import { apiFetch } from "./api-fetch.ts";

/**
 * The typed client: paths, bodies and responses are the server's own. Failures throw ApiFailure, so
 * callers handle success only. Only `queries/` calls it: each call has one function there.
 */
export const client = hc<Api>("/", { fetch: apiFetch });

/** The JSON of a response of the client. */
export async function readJson<T>(response: Promise<{ json: () => Promise<T> }>): Promise<T> {
	return (await response).json();
}

/** The JSON body that a call of the client takes. */
export type BodyOf<Call> = InferRequestType<Call> extends { json: infer Json } ? Json : never;
