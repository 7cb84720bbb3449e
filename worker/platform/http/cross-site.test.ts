import { describe, expect, it } from "vitest";
import { request } from "../../test/test-app.ts";

const status = async (headers: Record<string, string>) =>
	(await request("/api/nothing", { method: "POST", headers })).status;

describe("calls from other sites", () => {
	it("refuses what another site sent, whatever the other header says", async () => {
		expect(await status({ "sec-fetch-site": "cross-site", origin: "https://tillbox.test" })).toBe(
			403,
		);
		expect(await status({ "sec-fetch-site": "same-site" })).toBe(403);
	});
	it("lets our own pages pass", async () => {
		expect(await status({ "sec-fetch-site": "same-origin" })).toBe(404);
	});
	it("answers unknown paths with the error body", async () => {
		const response = await request("/api/nothing");
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({
			code: "not_found",
			requestId: expect.any(String),
		});
	});
});
