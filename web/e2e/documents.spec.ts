import { expect } from "@playwright/test";
import { test } from "./support/profiles.ts";

// Requested from the running installation, since the assets binding affects the response.

test("every document has its policy, even if a built file is missing", async ({ request }) => {
	for (const path of ["/", "/auth", "/nothing", "/share/nothing-here", "/assets/gone.js"]) {
		const response = await request.get(`${path}?redirect=/settings`);
		const headers = response.headers();
		expect(headers["content-type"], path).toContain("text/html");
		expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
		expect(headers["x-content-type-options"], path).toBe("nosniff");
	}
});

test("built files are cached for a year, and 404 responses are not", async ({ request }) => {
	const page = await (await request.get("/")).text();
	const [chunk] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
	const there = await request.get(chunk ?? "");
	expect(there.status()).toBe(200);
	expect(there.headers()["cache-control"]).toContain("immutable");
	expect(there.headers()["x-content-type-options"]).toBe("nosniff");
	const gone = await request.get("/assets/gone.js");
	expect(gone.status()).toBe(404);
	expect(gone.headers()["cache-control"]).not.toContain("immutable");
	expect(gone.headers()["cache-control"]).not.toContain("max-age");
});

test("a GET with a body is answered like one without", async ({ request }) => {
	for (const path of ["/", "/api/config", "/api/openapi.json"]) {
		const bare = await request.get(path);
		const response = await request.get(path, { data: { any: "thing" } });
		expect([path, response.status()]).toEqual([path, 200]);
		expect(await response.text(), path).toBe(await bare.text());
	}
	expect((await request.get("/api/user", { data: {} })).status()).toBe(401);
});
