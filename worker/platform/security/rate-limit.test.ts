import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { ErrorBody } from "../../contract/errors.ts";
import type { AppEnv } from "../../core/context.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { handleError } from "../http/handle-error.ts";
import { rateLimit } from "./rate-limit.ts";

/** One route behind a limit of two, counted by key, and a client of a given address. */
function limited() {
	const counts = new Map<string, number>();
	const flood: RateLimit = {
		limit: async ({ key }) => {
			const count = (counts.get(key) ?? 0) + 1;
			counts.set(key, count);
			return { success: count <= 2 };
		},
	};
	const app = new Hono<AppEnv>()
		.use(async (c, next) => {
			c.set("ctx", testCtx({ address: c.req.header("cf-connecting-ip") ?? "" }));
			await next();
		})
		.post("/one", rateLimit("one"), (c) => c.text("done"))
		.post("/two", rateLimit("two"), (c) => c.text("done"))
		.onError(handleError);
	const post = (path: string, address: string) =>
		app.request(
			path,
			{ method: "POST", headers: { "cf-connecting-ip": address } },
			{ ...env, FLOOD: flood },
		);
	return post;
}

test("refuses a flood from one network with the time to wait", async () => {
	const post = limited();
	for (const host of ["1", "2"])
		expect((await post("/one", `2001:db8:1:2::${host}`)).status).toBe(200);
	const refused = await post("/one", "2001:db8:1:2::3");
	expect(refused.status).toBe(429);
	expect(refused.headers.get("retry-after")).toBe("60");
	expect((await refused.json<ErrorBody>()).code).toBe("rate.limited");
});

test.each([
	["/24", 8, (n: number) => `198.51.100.${n}`],
	["/56", 4, (n: number) => `2001:db8:7:${n}::1`],
	["/48", 6, (n: number) => `2001:db8:8:${n}00::1`],
])("refuses a flood from a %s too, after %i calls from its parts", async (_size, most, address) => {
	const post = limited();
	const results: number[] = [];
	for (let n = 0; n < most + 2; n++) results.push((await post("/one", address(n))).status);
	expect(results.indexOf(429)).toBe(most);
});

test("leaves other networks and other routes alone", async () => {
	const post = limited();
	for (let at = 0; at < 3; at++) await post("/one", "203.0.113.1");
	expect((await post("/one", "203.0.113.2")).status).toBe(200);
	expect((await post("/two", "203.0.113.1")).status).toBe(200);
});
