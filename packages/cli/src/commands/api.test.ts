import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Answer, recordedSession, runLine, standIn } from "../test/stand-in.ts";
import { pathOf } from "./api.ts";
import { objectOf } from "./api-fields.ts";

beforeEach(() => vi.stubEnv("TILLBOX_TOKEN", "tbx_0123456789abcdefghijABCDEFGHIJ012345"));
afterEach(() => vi.unstubAllEnvs());

async function run(answers: Record<string, Answer>, ...args: string[]) {
	const server = await standIn(
		({ method, path }) =>
			answers[`${method} ${path}`] ?? {
				status: 404,
				json: { code: "not_found", message: "There's nothing here." },
			},
	);
	const { session, written } = recordedSession(server.origin);
	await runLine(session, "api", ...args);
	return { ...server, written };
}

describe("the path of a call", () => {
	const origin = "https://shop.example";
	it.each([
		["user", "/api/user"],
		["/api/user", "/api/user"],
		["api/v1/user", "/api/v1/user"],
		["sales?after=x", "/api/sales?after=x"],
		["https://shop.example/api/user", "/api/user"],
	])("resolves %s to %s", (given, path) => expect(pathOf(given, origin)).toBe(path));

	it.each([
		"https://evil.example/api/user",
		"//evil.example/api/user",
		"/\\evil.example/api/user",
		"/api/../share/x",
		"/dashboard",
		"https://shop.example:444/api/user",
		"https://shop.example@evil.example/api/user",
	])("sends no token to %s", (given) =>
		expect(() => pathOf(given, origin)).toThrow("is not an API path"),
	);
});

it("prints a response as it is, with the token sent to the server", async () => {
	const { got, written } = await run({ "GET /api/v1/user": { text: '{"id":\t1}' } }, "user");
	expect(written.stdout).toBe('{"id":\t1}');
	expect(got[0]?.headers.authorization).toBe("Bearer tbx_0123456789abcdefghijABCDEFGHIJ012345");
});

it("sends fields as JSON by POST, numbers as such, nested ones and lists too", async () => {
	const { got } = await run(
		{ "POST /api/v1/discounts": { status: 201, json: {} } },
		"discounts",
		"-F",
		"percent=20",
		"-F",
		"active=true",
		"-F",
		"ids[]=a",
		"-F",
		"ids[]=b",
		"-F",
		"a[b]=null",
		"-f",
		"code=100",
	);
	expect(JSON.parse(got[0]?.body ?? "")).toEqual({
		percent: 20,
		active: true,
		ids: ["a", "b"],
		a: { b: null },
		code: "100",
	});
	expect(got[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
});

it("sends fields of a GET as its query, and headers", async () => {
	const { got, written } = await run(
		{ "GET /api/v1/sales?shareId=s1": { status: 304 } },
		"sales",
		"-X",
		"GET",
		"-f",
		"shareId=s1",
		"-H",
		'If-None-Match: "x"',
		"--include",
	);
	expect(got[0]?.headers["if-none-match"]).toBe('"x"');
	expect(written.stdout).toMatch(/^HTTP\/1\.1 304 Not Modified\n/);
});

it("sends a file as the body", async () => {
	const folder = await mkdtemp(join(tmpdir(), "cli-api-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	const file = join(folder, "body.json");
	writeFileSync(file, '{ "title" : "é" }');
	const answers = { "PATCH /api/v1/file-shares/s1": { json: {} } };
	const { got } = await run(answers, "file-shares/s1", "-X", "PATCH", "--input", file);
	expect(got[0]).toMatchObject({
		body: '{ "title" : "é" }',
		headers: { "content-type": "application/json" },
	});
});

it("fetches all pages, by their bodies or their links, each a line", async () => {
	const byBody = await run(
		{
			"GET /api/v1/sales?shareId=s1": { json: { sales: [1], next: "x" } },
			"GET /api/v1/sales?shareId=s1&after=x": { json: { sales: [2], next: null } },
		},
		"sales?shareId=s1",
		"--paginate",
	);
	expect(byBody.written.stdout).toBe('{"sales":[1],"next":"x"}\n{"sales":[2],"next":null}\n');
	const byLink = await run(
		{
			"GET /api/v1/my-file-shares": {
				json: [1],
				headers: { link: '</api/v1/my-file-shares?after=y>; rel="next"' },
			},
			"GET /api/v1/my-file-shares?after=y": { json: [2] },
		},
		"my-file-shares",
		"--paginate",
	);
	expect(byLink.written.stdout).toBe("[1]\n[2]\n");
	const byCount = await run(
		{
			"GET /api/v1/uploads/u1": { json: { files: [1], next: 200 } },
			"GET /api/v1/uploads/u1?from=200": { json: { files: [2], next: null } },
		},
		"uploads/u1",
		"--paginate",
	);
	expect(byCount.got).toHaveLength(2);
});

it("throws a refusal like every other command", async () => {
	await expect(run({}, "nothing")).rejects.toMatchObject({ status: 404, code: "not_found" });
});

it.each([
	["GET has no body", ["user", "-X", "GET", "--input", "-"]],
	["--input is the whole body", ["user", "--input", "-", "-f", "a=b"]],
	["--paginate needs the method GET", ["user", "--paginate", "-f", "a=b"]],
	["A field is written NAME=VALUE", ["user", "-f", "a"]],
	["A header is written NAME:VALUE", ["user", "-H", "a"]],
])("says “%s”", async (message, args) => {
	await expect(run({}, ...args)).rejects.toThrow(message);
});

it.each([
	[[["a", 1] as const, ["a", 2] as const]],
	[[["a", 1] as const, ["a[b]", 2] as const]],
	[[["a[]", 1] as const, ["a[b]", 2] as const]],
	[[["[a]", 1] as const]],
])("refuses fields that contradict each other: %j", (fields) => {
	expect(() => objectOf(fields)).toThrow(/contradicts|twice|not a field name/);
});

it("refuses a field for a property of every object", () => {
	expect(JSON.stringify(objectOf([["__proto__[x]", 1]]))).toBe('{"__proto__":{"x":1}}');
	expect(({} as { x?: unknown }).x).toBeUndefined();
});
