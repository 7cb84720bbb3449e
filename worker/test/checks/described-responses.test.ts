import { describe, expect, it } from "vitest";
import { request } from "../fixtures/test-app.ts";
import { contradictions, eventContradictions } from "./described-responses.ts";

const USER = {
	id: "u",
	email: "ann@example.test",
	firstName: null,
	lastName: null,
	displayName: null,
	thanks: null,
	locale: "en",
	currency: "usd",
	plan: "free",
	emailVerified: true,
	totpEnabled: false,
	suspended: false,
	createdAt: "2026-01-01T00:00:00.000Z",
};
const json = (body: unknown, status = 200, headers = {}) =>
	Response.json(body, { status, headers });
const told = (response: Response, path = "/api/user", method = "GET") =>
	contradictions({ method, path }, response);

describe("a response that contradicts the description", () => {
	it("detects an extra field, a missing one and another type", async () => {
		expect(await told(json(USER))).toEqual([]);
		for (const body of [
			{ ...USER, passwordHash: "x" },
			{ ...USER, id: undefined },
			{ ...USER, email: 1 },
		])
			expect(await told(json(body))).toHaveLength(1);
		expect((await told(json({ ...USER, createdAt: "yesterday" }))).join()).toContain("createdAt");
	});

	it("detects the wrong status, content type, error code and headers", async () => {
		const error = { code: "auth.required", message: "Sign in", requestId: "r" };
		expect(await told(json(error, 401))).toEqual([]);
		for (const wrong of [
			json(USER, 206),
			new Response("<p>", { headers: { "content-type": "text/html" } }),
			json({ ...error, code: "share.locked" }, 401),
			json(USER, 200, { "Retry-After": "1" }),
			json(USER, 200, { "X-Unheard-Of": "1" }),
		])
			expect(await told(wrong)).toHaveLength(1);
		for (const fine of [{ RateLimit: '"token";r=1;t=2' }, { "Cache-Control": "no-store" }])
			expect(await told(json(USER, 200, fine))).toEqual([]);
	});

	it("detects an address that isn't described, and both forms of one that is", async () => {
		expect(await told(json({}), "/api/unknown")).toHaveLength(1);
		for (const path of ["/api/user", "/api/v1/user"])
			expect(await told(json({}), path)).toHaveLength(1);
	});
});

it("fails the test whose request got it", async () => {
	await expect(request("/api/user")).resolves.toMatchObject({ status: 401 });
});

it("detects a webhook that contradicts the description", () => {
	const test = { type: "webhook.test", timestamp: "2026-01-01T00:00:00.000Z" };
	const data = { message: "This is a test." };
	expect(eventContradictions("webhook.test", { ...test, data })).toEqual([]);
	for (const wrong of [{ ...data, secret: "x" }, {}, { message: 1 }])
		expect(eventContradictions("webhook.test", { ...test, data: wrong })).not.toEqual([]);
	expect(eventContradictions("webhook.other", { ...test, data })).toHaveLength(1);
});
