import { hc } from "hono/client";
import type { Api } from "../../worker/app.ts";
import { apiFetch } from "./call.ts";

/**
 * The typed client. Failures throw ApiFailure, so `await (await client.api.login.$post({ json })).json()`
 * is the happy answer. The share page uses `call` in its place, to stay light.
 */
export const client = hc<Api>("/", { fetch: apiFetch });
