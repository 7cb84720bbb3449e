import { describe, expect, it } from "vitest";
import { request } from "../../test/test-app.ts";

const status = async (headers: Record<string, string>) =>
	(await request("/api/nothing", { method: "POST", headers })).status;

describe("cross-site requests", () => {
	it("are refused if either header names another site", async () => {
		expect(await status({ "sec-fetch-site": "cross-site", origin: "https://tillbox.test" })).toBe(
			403,
		);
		expect(await status({ "sec-fetch-site": "same-site" })).toBe(403);
	});
	it("does not refuse requests of our own pages", async () => {
		expect(await status({ "sec-fetch-site": "same-origin" })).toBe(404);
	});
	it("gets the standard error body for unknown paths", async () => {
		const response = await request("/api/nothing");
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({
			code: "not_found",
			requestId: expect.any(String),
		});
	});
});
