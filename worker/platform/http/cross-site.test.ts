import { describe, expect, it } from "vitest";
import { storeToken } from "../../test/fixtures/access-tokens.ts";
import { makeCreator, request } from "../../test/fixtures/test-app.ts";

const status = async (headers: Record<string, string>) =>
	(await request("/api/nothing", { method: "POST", headers })).status;

describe("cross-site requests", () => {
	// G70
	it("refuses requests if either header names another site", async () => {
		expect(await status({ "sec-fetch-site": "cross-site", origin: "https://tillbox.test" })).toBe(
			403,
		);
		expect(await status({ "sec-fetch-site": "same-site" })).toBe(403);
	});
	it("accepts requests from our own pages", async () => {
		expect(await status({ "sec-fetch-site": "same-origin" })).toBe(404);
	});
	// G71
	it("lets programs keep cookies where these count for nothing", async () => {
		// Empty, as if the program sent none.
		const program = { cookie: "__Host-bookmark-a=b", "sec-fetch-site": "" };
		expect(await status(program)).toBe(403);
		const { user } = await makeCreator();
		const { token } = await storeToken(user.id, ["shares:read"]);
		expect(await status({ ...program, authorization: `Bearer ${token}` })).toBe(404);
		const init = { method: "POST", headers: { ...program, origin: "https://other.example" } };
		expect((await request("/oauth/token", init)).status).toBe(400);
		// Neither our own cookies nor a text that isn't a token count as credentials there.
		expect(await status({ ...program, authorization: "Bearer other" })).toBe(403);
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
