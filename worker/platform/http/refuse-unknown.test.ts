import { expect, it } from "vitest";
import * as z from "zod";
import { app } from "../../app.ts";
import { readsBody } from "../../core/body-limits.ts";
import { call, makeCreator, request } from "../../test/fixtures/test-app.ts";
import { traitOf } from "./traits.ts";

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
const ROUTES = new Map(
	app.routes
		.filter(({ method, path }) => METHODS.has(method) && /^\/api\/[^*]+$/.test(path))
		.map(({ method, path }) => [`${method} ${path}`, { method, path }]),
);

/** The places in a schema where an unknown field would be dropped. */
function lenientParts(schema: unknown, at: string): string[] {
	if (typeof schema !== "object" || schema === null) return [];
	const isLenient =
		"properties" in schema && !("additionalProperties" in schema && !schema.additionalProperties);
	return [
		...(isLenient ? [at] : []),
		...Object.entries(schema).flatMap(([key, part]) => lenientParts(part, `${at}.${key}`)),
	];
}

it("no schema of a request drops unknown fields", () => {
	const lenient = app.routes.flatMap(({ method, path, handler }) => {
		const input = traitOf(handler)?.input;
		if (!input || !path.startsWith("/api/")) return [];
		if (["param", "header"].includes(input.target)) return [];
		return lenientParts(
			z.toJSONSchema(input.schema, { io: "input", unrepresentable: "any" }),
			"",
		).map((at) => `${method} ${path} ${at}`);
	});
	// Browsers add fields of their own to a passkey.
	expect(lenient.filter((at) => !at.includes(".passkey"))).toEqual([]);
	expect(ROUTES.size).toBeGreaterThan(130);
});

it("every route refuses a parameter and a field that it does not know, by name", async () => {
	const { cookies } = await makeCreator({ plan: "pro" });
	const wrong: unknown[] = [];
	for (const [key, { method, path }] of ROUTES) {
		const address = path.replace(/:\w+(\{[^}]*\})?/g, "kUR3dXw2bV5uT1sQ9pY7aA");
		const asked = await call(method, `${address}?zzz=1`, undefined, cookies);
		const answer = asked.status === 400 ? await asked.json<{ fields?: object }>() : {};
		if (!answer.fields || !("zzz" in answer.fields)) wrong.push([key, "query", asked.status]);
		if (method === "GET" || readsBody(method, path)) continue;
		const [choice] = path.endsWith("/direct-claims/:id/decision") ? [{ decision: "approve" }] : [];
		const sent = await call(method, address, { zzz: 1, ...choice }, cookies);
		const { fields } = sent.status === 400 ? await sent.json<{ fields?: object }>() : {};
		if (!fields || !("zzz" in fields)) wrong.push([key, "body", sent.status]);
	}
	expect(wrong).toEqual([]);
});

it("a body is refused if none is read, unless it is empty", async () => {
	const send = (body: string, type: string) =>
		request("/api/logout", { method: "POST", body, headers: { "content-type": type } });
	expect((await send("", "application/json")).status).toBe(204);
	expect((await send("{}", "application/json")).status).toBe(204);
	for (const [body, type] of [
		["[1]", "application/json"],
		["{", "application/json"],
		["all", "text/plain"],
	] as const)
		expect(await (await send(body, type)).json()).toMatchObject({
			code: "request.malformed",
			message: "This call takes no body.",
		});
	const form = await send("amount=1.00&x=2", "application/x-www-form-urlencoded");
	expect(await form.json()).toMatchObject({
		code: "request.invalid",
		message: "There is no field named “amount” here.",
		fields: { amount: expect.any(String), x: expect.any(String) },
	});
});

it.each([
	["DELETE", "/api/v1/sales", "HEAD, GET"],
	["POST", "/api/discounts/some-code", "HEAD, GET, PUT, PATCH, DELETE"],
	["GET", "/api/login", "POST"],
	["GET", "/oauth/token", "POST"],
	["PUT", "/oauth/revoke", "POST"],
	["POST", "/oembed", "HEAD, GET"],
	["PATCH", "/c/casey/feed.xml", "HEAD, GET"],
	["DELETE", "/c/casey", "HEAD, GET"],
	["POST", "/sitemap.xml", "HEAD, GET"],
	["POST", "/robots.txt", "HEAD, GET"],
	["POST", "/.well-known/oauth-authorization-server", "HEAD, GET"],
	["PUT", "/unsubscribe/some-purchase/some-token", "HEAD, GET, POST"],
	["DELETE", "/share/some-share", "HEAD, GET"],
	["GET", "/mcp", "POST"],
	["HEAD", "/mcp", "POST"],
	["DELETE", "/mcp", "POST"],
	["POST", "/docs/api", "HEAD, GET"],
])("%s %s is refused with the methods that the address takes", async (method, path, allowed) => {
	const { cookies } = await makeCreator();
	const refused = await request(path, { method, cookies });
	expect(refused.status).toBe(405);
	expect(refused.headers.get("allow")).toBe(allowed);
	if (method !== "HEAD")
		expect(await refused.json()).toMatchObject({ code: "request.method_not_allowed" });
});

it.each([
	["DELETE", "/api/nothing", {}],
	["DELETE", "/nothing", {}],
	["POST", "/settings", {}],
	// Also for people only: the console's addresses are not revealed.
	["DELETE", "/operator/cases", {}],
	["GET", "/share/some-share/unlock", { "sec-fetch-mode": "navigate" }],
])("%s %s is answered as an address without anything", async (method, path, headers) => {
	const { cookies } = await makeCreator();
	const response = await request(path, { method, headers, cookies });
	expect([response.status, response.headers.get("allow")]).toEqual([404, null]);
});
