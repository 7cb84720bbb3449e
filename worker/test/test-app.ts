import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Browser } from "../accounts/devices/devices.ts";
import { createSession } from "../accounts/sessions.ts";
import { app } from "../app.ts";
import { type CreatorCtx, type Ctx, makeCtx } from "../context.ts";
import type { User } from "../contract/accounts.ts";
import { handlers } from "../handlers.ts";
import { randomId } from "../platform/ids.ts";
import { sha256 } from "../platform/security/crypto.ts";
import { users } from "../users/tables.ts";
import { contradictions } from "./described-responses.ts";
import { executionOver } from "./entrypoints.ts";
import { budgetDataset, expectMoreTrips, requireBudgets } from "./round-trips.ts";

/** The origin of requests in tests. */
export const ORIGIN = env.APP_ORIGIN;

/** A context over the test's real bindings; override the clock or the credentials as the case needs. */
export function testCtx(overrides: Partial<Ctx> = {}): Ctx {
	const execution = createExecutionContext();
	return {
		...makeCtx(env, { handlers, waitUntil: (promise) => execution.waitUntil(promise) }),
		...overrides,
	};
}

const observed: Env = { ...env, METRICS: budgetDataset };
let bindings: Env = observed;

/** The bindings of requests: the test's, with the variables of `withVariables`. */
export const currentBindings = (): Env => bindings;

/** Does something while requests meet a Worker with these variables, or other bindings. */
export async function withVariables<T>(
	variables: Record<string, string> | Partial<Env>,
	work: () => Promise<T>,
): Promise<T> {
	bindings = { ...observed, ...variables };
	try {
		return await work();
	} finally {
		bindings = observed;
	}
}

/**
 * A request to the whole app, as a browser on our own page sends it. Resolves when its background work
 * has ended. Fails when it needed more round trips than docs/latency.md allows, and when the response
 * contradicts the API's description.
 */
export async function request(
	path: string,
	init: RequestInit & { cookies?: Record<string, string> } = {},
): Promise<Response> {
	const { cookies, ...rest } = init;
	const headers = new Headers(rest.headers);
	if (!headers.has("sec-fetch-site")) headers.set("sec-fetch-site", "same-origin");
	if (cookies)
		headers.set(
			"cookie",
			Object.entries(cookies)
				.map(([name, value]) => `${name}=${value}`)
				.join("; "),
		);
	// What an access token and an Idempotency-Key cost: a look-up, and a claim with its end.
	const tokenTrips = /^Bearer tbx_/.test(headers.get("authorization") ?? "") ? 1 : 0;
	const ended = expectMoreTrips(tokenTrips + (headers.has("idempotency-key") ? 2 : 0));
	const execution = executionOver(bindings);
	const url = new URL(path, ORIGIN);
	let response: Response;
	try {
		response = await app.fetch(new Request(url, { ...rest, headers }), bindings, execution);
		await waitOnExecutionContext(execution);
	} finally {
		ended();
		requireBudgets();
	}
	const asked = { method: rest.method ?? "GET", path: url.pathname };
	const wrong = await contradictions(asked, response);
	if (wrong.length > 0)
		throw new Error(`This contradicts the API's description (dev/openapi): ${wrong.join("\n")}`);
	return response;
}

/** A JSON request to the whole app. */
export function call(
	method: string,
	path: string,
	body?: unknown,
	cookies?: Record<string, string>,
): Promise<Response> {
	return request(path, {
		method,
		...(cookies && { cookies }),
		...(body !== undefined && {
			body: JSON.stringify(body),
			headers: { "content-type": "application/json" },
		}),
	});
}

/** Returns the cookies of a response, by name. */
export function cookiesOf(response: Response): Record<string, string> {
	return Object.fromEntries(
		response.headers.getSetCookie().map((line) => {
			const [pair = ""] = line.split(";");
			const at = pair.indexOf("=");
			return [pair.slice(0, at), pair.slice(at + 1)];
		}),
	);
}

/** A browser that tells nothing and keeps no cookies. */
export const NO_BROWSER: Browser = { userAgent: null, country: null, deviceHash: null };

/** Creates a creator with a session, without the slow password hash. */
export async function makeCreator(
	fields: Partial<typeof users.$inferInsert> = {},
): Promise<{ user: User; cookies: Record<string, string>; ctx: CreatorCtx }> {
	const base = testCtx();
	const id = randomId();
	const row: typeof users.$inferInsert = {
		id,
		email: `${id.toLowerCase()}@example.test`,
		passwordHash: "unusable",
		createdAt: base.now(),
		...fields,
	};
	await base.db.insert(users).values(row);
	const token = await createSession(base, { userId: row.id, userAgent: "tests" });
	const user: User = {
		id: row.id,
		email: row.email,
		firstName: row.firstName ?? null,
		lastName: row.lastName ?? null,
		displayName: row.displayName ?? null,
		locale: row.locale ?? "en",
		plan: row.plan ?? "free",
		emailVerified: typeof row.emailVerifiedAt === "number",
		totpEnabled: false,
		suspended: typeof row.suspendedAt === "number",
		createdAt: new Date(row.createdAt).toISOString(),
	};
	const credentials = { sessionHash: await sha256(token), buyerHash: null };
	return {
		user,
		cookies: { "__Host-session": token },
		ctx: { ...testCtx({ credentials }), user },
	};
}
