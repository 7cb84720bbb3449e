import { Hono } from "hono";
import { expect, it } from "vitest";
import { request } from "../../test/fixtures/test-app.ts";
import { failure } from "../errors.ts";
import { deprecated } from "./deprecated.ts";
import { handleError } from "./handle-error.ts";

const SINCE = new Date("2026-11-01T00:00:00Z");

it("says since when an address is deprecated, when it ends and what replaces it, in failures too", async () => {
	const app = new Hono()
		.use(
			deprecated({ since: SINCE, sunset: new Date("2027-11-01T00:00:00Z"), link: "/docs/api#new" }),
		)
		.get("/old", (c) => c.json({ ok: true }))
		.get("/failing", () => {
			throw failure("not_found");
		})
		.onError(handleError);
	for (const [path, status] of [
		["/old", 200],
		["/failing", 404],
	] as const) {
		const response = await app.request(path);
		expect(response.status).toBe(status);
		expect(response.headers.get("deprecation")).toBe("@1793491200");
		expect(response.headers.get("sunset")).toBe("Mon, 01 Nov 2027 00:00:00 GMT");
		expect(response.headers.get("link")).toBe(
			'</docs/api#new>; rel="deprecation"; type="text/html"',
		);
	}
});

it("names no end while none is decided", async () => {
	const response = await request("/api/v1/me");
	expect(response.headers.get("deprecation")).toMatch(/^@\d+$/);
	expect(response.headers.has("sunset")).toBe(false);
});
