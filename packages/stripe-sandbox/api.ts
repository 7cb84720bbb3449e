import { createHash } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Call, newRequestId, type Sandbox, type Verb } from "./call.ts";
import { ApiError, idempotencyMismatch, invalidRequest } from "./errors.ts";
import { expand } from "./expand.ts";
import type { FaultEffect } from "./faults.ts";
import { type Form, parseForm } from "./form.ts";
import { authenticate } from "./keys.ts";
import { Params } from "./params.ts";
import { API_VERSION } from "./sandbox.ts";

export type Api = Hono<{ Bindings: HttpBindings }>;
type HttpContext = Context<{ Bindings: HttpBindings }>;

const KEY_SECONDS = 86_400;

interface StoredResponse {
	status: number;
	body: string;
	replayed?: boolean;
}

/** The longest idempotency key, in characters (https://docs.stripe.com/api/idempotent_requests). */
const MAX_KEY = 255;

/** Handles a call. `open: client` admits the publishable key: the verb checks the client secret. */
export function endpoint(
	sandbox: Sandbox,
	verb: Verb,
	ids: string[] = [],
	open: "client" | "server" = "server",
) {
	return async (c: HttpContext): Promise<Response> => {
		const requestId = newRequestId();
		const headers = {
			"content-type": "application/json",
			"request-id": requestId,
			"stripe-version": API_VERSION,
			"access-control-allow-origin": "*",
			"access-control-expose-headers": "Request-Id, Stripe-Version, Idempotent-Replayed",
			"cache-control": "no-cache, no-store",
		};
		const text = c.req.method === "POST" ? await c.req.text() : (c.req.url.split("?")[1] ?? "");
		const key = c.req.header("idempotency-key");
		if (key !== undefined && sandbox.faults.waiting.has(key)) return failed(c, 409, headers);
		const fault = sandbox.faults.take(c.req.method, c.req.path, text);
		if (fault !== undefined && isBeforehand(fault)) {
			if (key !== undefined) sandbox.faults.waiting.add(key);
			const response = await failed(c, fault, headers);
			if (key !== undefined) sandbox.faults.waiting.delete(key);
			return response;
		}
		const response = serve(sandbox, c, faulty(verb, fault), ids, open, text, requestId);
		sandbox.deliverer.kick();
		if (fault === "after-reset") return failed(c, "reset", headers);
		return new Response(response.body, {
			status: response.status,
			headers: {
				...headers,
				...(key ? { "idempotency-key": key } : {}),
				...(response.replayed ? { "idempotent-replayed": "true" } : {}),
			},
		});
	};
}

function serve(
	sandbox: Sandbox,
	c: HttpContext,
	verb: Verb,
	ids: string[],
	open: "client" | "server",
	text: string,
	requestId: string,
): StoredResponse {
	try {
		const form = parseForm(text);
		const caller = authenticate(sandbox, c.req.header("authorization"), form, open);
		refuseOtherVersions(c.req.header("stripe-version"));
		const call: Call = {
			sandbox,
			store: sandbox.store,
			now: Math.floor(sandbox.now() / 1000),
			account: connectedAccount(sandbox, c.req.header("stripe-account")),
			publishable: caller === "publishable",
			requestId,
			idempotencyKey: c.req.header("idempotency-key") ?? null,
		};
		const path = ids.map((name) => c.req.param(name) ?? "");
		const once = () => perform(call, verb, form, path);
		if (c.req.method !== "POST" || call.idempotencyKey === null) return once();
		if (call.idempotencyKey.length > MAX_KEY)
			throw invalidRequest(`Idempotency keys can be at most ${MAX_KEY} characters long.`);
		// One transaction, so that an effect is never stored without its idempotency key.
		const request = `${c.req.method} ${c.req.path}?${text}`;
		return call.store.transaction(() => idempotent(call, request, once));
	} catch (error) {
		return errorResponse(error);
	}
}

function perform(call: Call, verb: Verb, form: Form, ids: string[]): StoredResponse {
	const params = new Params(form);
	const paths = params.texts("expand") ?? [];
	const result = call.store.transaction(
		() => {
			const object = verb(call, params, ...ids);
			params.refuseUnknown();
			return expand(call, object, paths);
		},
		(error) => error instanceof ApiError && error.keepsEffects,
	);
	return { status: 200, body: JSON.stringify(result, null, 2) };
}

/** Stores the response of a call that began, even an error, for a day; earlier refusals aren't stored. */
function idempotent(call: Call, request: string, work: () => StoredResponse): StoredResponse {
	const { db } = call.store;
	db.prepare("delete from stored_responses where at <= ?").run(call.now - KEY_SECONDS);
	const scope = `${call.account} ${call.idempotencyKey}`;
	const fingerprint = createHash("sha256").update(request).digest("hex");
	const row = db
		.prepare("select fingerprint, status, body from stored_responses where scope = ?")
		.get(scope);
	if (row !== undefined) {
		if (row.fingerprint !== fingerprint) throw idempotencyMismatch(String(call.idempotencyKey));
		return { status: Number(row.status), body: String(row.body), replayed: true };
	}
	let response: StoredResponse;
	try {
		response = work();
	} catch (error) {
		response = errorResponse(error);
		if (error instanceof ApiError && error.isBeforehand) return response;
	}
	db.prepare(
		"insert into stored_responses (scope, fingerprint, status, body, at) values (?, ?, ?, ?, ?)",
	).run(scope, fingerprint, response.status, response.body, call.now);
	return response;
}

function isBeforehand(fault: FaultEffect): boolean {
	if (typeof fault !== "number") return fault === "timeout" || fault === "reset";
	return faultError(fault).isBeforehand;
}

/** `after` loses the response, not the effect. */
function faulty(verb: Verb, fault: FaultEffect | undefined): Verb {
	if (fault === undefined || fault === "after-reset") return verb;
	return (call, params, ...ids) => {
		if (fault === "after") verb(call, params, ...ids);
		throw faultError(fault === "after" ? 500 : Number(fault), fault === "after");
	};
}

function faultError(status: number, keepsEffects = false): ApiError {
	const isRequest = status < 500;
	return new ApiError(
		status as ContentfulStatusCode,
		{
			type: isRequest ? "invalid_request_error" : "api_error",
			...(status === 429 && { code: "rate_limit" }),
			...(status === 409 && { code: "idempotency_key_in_use" }),
			message: "A fault set for this call.",
		},
		keepsEffects,
	);
}

function errorResponse(error: unknown): StoredResponse {
	if (error instanceof ApiError) {
		return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2) };
	}
	console.error("[stripe-sandbox]", error);
	const message = `The sandbox itself failed: ${error instanceof Error ? error.message : String(error)}`;
	return { status: 500, body: JSON.stringify({ error: { type: "api_error", message } }, null, 2) };
}

function refuseOtherVersions(version: string | undefined): void {
	if (version !== undefined && version !== API_VERSION) {
		throw invalidRequest(
			`Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION} only.`,
		);
	}
}

function connectedAccount(sandbox: Sandbox, id: string | undefined): string {
	if (id === undefined) return "";
	if (sandbox.store.find("account", id) === undefined) {
		throw new ApiError(403, {
			type: "invalid_request_error",
			code: "account_invalid",
			message: `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
		});
	}
	return id;
}

async function failed(
	c: HttpContext,
	effect: FaultEffect,
	headers: Record<string, string>,
): Promise<Response> {
	if (effect === "reset") c.env.incoming.socket.destroy();
	if (effect === "timeout") await gone(c.req.raw.signal);
	const { status, body } = faultError(typeof effect === "number" ? effect : 500);
	return new Response(JSON.stringify({ error: body }), { status, headers });
}

// Resolves when the client disconnects; after two minutes at most.
function gone(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, 120_000);
		timer.unref();
		signal.addEventListener("abort", () => resolve(), { once: true });
	});
}
