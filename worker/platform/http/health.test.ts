import { afterEach, expect, test, vi } from "vitest";
import type { Health } from "../../contract/health.ts";
import { request, testCtx, withVariables } from "../../test/fixtures/test-app.ts";
import { checkHealth } from "./health.ts";

afterEach(() => vi.restoreAllMocks());

let port = 20_000;
/** The address of a provider that was never called, so that no cached result is used. */
const newProvider = () => `http://provider.test:${++port}`;

function ctxWithProvider(response: () => Promise<Response>) {
	const asked = vi.spyOn(globalThis, "fetch").mockImplementation(response);
	const ctx = testCtx();
	const config = { ...ctx.config, STRIPE_API_BASE: newProvider() };
	return { asked, ctx: { ...ctx, config } };
}

test("reports success when database, bucket and provider respond, even if the provider refuses the call", async () => {
	const { ctx, asked } = ctxWithProvider(async () => new Response("{}", { status: 401 }));
	expect(await checkHealth(ctx)).toEqual({
		status: "ok",
		checks: { database: "ok", bucket: "ok", provider: "ok" },
	});
	await checkHealth(ctx);
	expect(asked).toHaveBeenCalledTimes(1);
	await checkHealth({ ...ctx, now: () => Date.now() + 31_000 });
	expect(asked).toHaveBeenCalledTimes(2);
});

test("names what is unavailable, and checks it again on the next call", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	const { ctx, asked } = ctxWithProvider(async () => {
		throw new TypeError("connection refused");
	});
	const away = { status: "degraded", checks: { database: "ok", bucket: "ok", provider: "away" } };
	expect(await checkHealth(ctx)).toEqual(away);
	asked.mockImplementation(async () => new Response("", { status: 502 }));
	expect(await checkHealth(ctx)).toEqual(away);
	asked.mockImplementation(async () => new Response("{}"));
	vi.spyOn(ctx.files, "head").mockRejectedValue(new Error("bucket is away"));
	vi.spyOn(ctx.env.DB, "prepare").mockImplementation(() => {
		throw new Error("database is away");
	});
	expect(await checkHealth(ctx)).toEqual({
		status: "degraded",
		checks: { database: "away", bucket: "away", provider: "ok" },
	});
});

test("reports failures by the status code, for monitors", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	const asked = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("away"));
	await withVariables({ STRIPE_API_BASE: newProvider() }, async () => {
		const down = await request("/api/health");
		expect(down.status).toBe(503);
		expect((await down.json<Health>()).checks.provider).toBe("away");
		asked.mockImplementation(async () => new Response("{}"));
		const up = await request("/api/health");
		expect(up.status).toBe(200);
		expect(up.headers.get("cache-control")).toBe("private, no-store");
	});
});
