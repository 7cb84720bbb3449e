import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { app } from "../../app.ts";
import { makeCreator, ORIGIN } from "../../test/fixtures/test-app.ts";
import { interceptedBindings } from "../intercepted-bindings.ts";

/** Sends a request to the app while database calls that meet the condition fail, once or always. */
async function send(
	init: { method?: string; path: string; cookies?: Record<string, string>; body?: unknown },
	fault: { message: string; times: number; writesOnly?: boolean },
) {
	let left = fault.times;
	const points: (AnalyticsEngineDataPoint | undefined)[] = [];
	const failing = interceptedBindings(env, async ({ binding, isRead }, call) => {
		if (binding !== "DB" || left <= 0 || (fault.writesOnly && isRead)) return call();
		left--;
		throw new Error(fault.message);
	});
	const METRICS = {
		writeDataPoint: (point?: AnalyticsEngineDataPoint) => void points.push(point),
	};
	const execution = createExecutionContext();
	const response = await app.fetch(
		new Request(`${ORIGIN}${init.path}`, {
			method: init.method ?? "GET",
			headers: {
				"sec-fetch-site": "same-origin",
				"content-type": "application/json",
				cookie: Object.entries(init.cookies ?? {})
					.map(([name, value]) => `${name}=${value}`)
					.join("; "),
			},
			...(init.body !== undefined && { body: JSON.stringify(init.body) }),
		}),
		{ ...failing, METRICS },
		execution,
	);
	await waitOnExecutionContext(execution);
	return {
		status: response.status,
		retryAfter: response.headers.get("Retry-After"),
		body: await response.json<{ code?: string }>(),
		faults: points.flatMap((point) =>
			point?.blobs?.[0] === "fault" ? [String(point.blobs[1])] : [],
		),
	};
}

const LOST = "D1_ERROR: Network connection lost.";

it("a read that fails for a moment is repeated, and nobody notices", async () => {
	const { cookies } = await makeCreator();
	const answer = await send({ path: "/api/my-file-shares", cookies }, { message: LOST, times: 2 });
	expect(answer).toMatchObject({ status: 200, body: [] });
	expect(answer.faults).toEqual(["replica repeated", "replica repeated"]);
});

// G110
it("an overload answers 503 immediately, and asks for time", async () => {
	const { cookies } = await makeCreator();
	const message = "D1_ERROR: D1 DB is overloaded. Too many requests queued.";
	const answer = await send({ path: "/api/my-file-shares", cookies }, { message, times: 99 });
	expect(answer).toMatchObject({
		status: 503,
		retryAfter: "5",
		body: { code: "service.unavailable" },
	});
	expect(new Set(answer.faults)).toEqual(new Set(["replica overloaded"]));
});

it("a write that counts is not repeated; the answer asks to come back", async () => {
	const body = { email: "nobody@example.test", password: "some password" };
	const login = { method: "POST", path: "/api/login", body };
	const answer = await send(login, { message: LOST, times: 1, writesOnly: true });
	expect(answer).toMatchObject({
		status: 503,
		retryAfter: "1",
		body: { code: "service.unavailable" },
	});
	expect(answer.faults).toEqual(["primary transient"]);
});

it("an idempotent write is repeated", async () => {
	const { cookies } = await makeCreator();
	const edit = { method: "PATCH", path: "/api/user", cookies, body: { displayName: "Ada" } };
	const answer = await send(edit, { message: LOST, times: 1, writesOnly: true });
	expect(answer).toMatchObject({ status: 200, body: { displayName: "Ada" } });
	expect(answer.faults).toEqual(["primary repeated"]);
});

it("any other error stays an error", async () => {
	const { cookies } = await makeCreator();
	const answer = await send(
		{ path: "/api/my-file-shares", cookies },
		{ message: "D1_ERROR: no such table", times: 99 },
	);
	expect(answer).toMatchObject({ status: 500, retryAfter: null, body: { code: "internal.error" } });
});
