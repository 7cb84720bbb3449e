import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { Tillbox } from "./client.ts";
import { TillboxError } from "./error.ts";

type Got = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
type Answer = { status?: number; headers?: Record<string, string>; json?: unknown; lost?: true };

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

/** A local server that sends these responses in order, and then repeats the last one. */
async function serverWith(...answers: Answer[]) {
	const got: Got[] = [];
	const send = (response: ServerResponse, { status = 200, headers, json, lost }: Answer) => {
		if (lost) return response.destroy();
		return response
			.writeHead(status, { "content-type": "application/json", ...headers })
			.end(json === undefined ? "" : JSON.stringify(json));
	};
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			const { method = "", url = "", headers } = request;
			got.push({ method, url, headers, body: Buffer.concat(parts).toString() });
			send(response, answers[Math.min(got.length, answers.length) - 1] ?? {});
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	closing.push(() => server.close());
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { got, origin, tillbox: new Tillbox({ server: origin, token: "tbx_1" }) };
}

const SOON = { "retry-after": "0.01" };
const BUSY = {
	status: 503,
	headers: SOON,
	json: { code: "service.unavailable", message: "Busy." },
};
const ENDPOINT = { url: "https://shop.example.com/hooks", events: ["*" as const] };

it("sends the token, parameters and a body as JSON", async () => {
	const { tillbox, got } = await serverWith({ json: { id: "1" } });
	await tillbox.patch("/api/v1/webhooks/endpoints/{id}", {
		path: { id: "a b/c" },
		body: { enabled: true },
	});
	await tillbox.get("/api/v1/sales", { query: { shareId: "12345678", after: undefined } });
	expect(got.map(({ method, url, body }) => [method, url, body])).toEqual([
		["PATCH", "/api/v1/webhooks/endpoints/a%20b%2Fc", '{"enabled":true}'],
		["GET", "/api/v1/sales?shareId=12345678", ""],
	]);
	expect(got[0]?.headers).toMatchObject({
		authorization: "Bearer tbx_1",
		"content-type": "application/json",
	});
	expect(got[0]?.headers).not.toHaveProperty("idempotency-key");
});

it("sends bytes and forms as they are", async () => {
	const { tillbox, got } = await serverWith({ json: {} });
	await tillbox.put("/api/v1/uploads/{id}/files/{fileId}/parts/{n}", {
		path: { id: "u", fileId: "f", n: 1 },
		headers: { "X-Upload-Token": "token" },
		body: new TextEncoder().encode("bytes"),
	});
	const form = new FormData();
	form.set("title", "Rain");
	await tillbox.post("/api/v1/file-shares", { body: form });
	expect(got[0]).toMatchObject({
		body: "bytes",
		headers: { "content-type": "application/octet-stream", "x-upload-token": "token" },
	});
	expect(got[1]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
	expect(got[1]?.body).toContain("Rain");
});

it("repeats a POST with one key after a busy server's response and after a lost one", async () => {
	const { tillbox, got } = await serverWith(
		BUSY,
		{ lost: true },
		{ status: 409, headers: SOON, json: { code: "idempotency.in_progress", message: "Wait." } },
		{ status: 201, json: { id: "1" } },
	);
	expect(await tillbox.post("/api/v1/webhooks/endpoints", { body: ENDPOINT })).toEqual({ id: "1" });
	const keys = got.map(({ headers }) => headers["idempotency-key"]);
	expect(keys).toHaveLength(4);
	expect(new Set(keys).size).toBe(1);
	expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

it("makes a new key for each call, and takes one that is given", async () => {
	const { tillbox, got } = await serverWith({ json: {} });
	const create = (idempotencyKey?: string) =>
		tillbox.post("/api/v1/webhooks/endpoints", {
			body: ENDPOINT,
			...(idempotencyKey && { idempotencyKey }),
		});
	await create();
	await create();
	await create("mine");
	const [first, second, third] = got.map(({ headers }) => headers["idempotency-key"]);
	expect(first).not.toBe(second);
	expect(third).toBe("mine");
});

it("gives up after three retries, and throws the server's last error", async () => {
	const { tillbox, got } = await serverWith(BUSY);
	await expect(tillbox.get("/api/v1/balance")).rejects.toMatchObject({
		status: 503,
		code: "service.unavailable",
	});
	expect(got).toHaveLength(4);
});

it.each([
	["a refusal", { status: 403, json: { code: "access_token.scope_missing", message: "No." } }],
	["a wait of more than a minute", { ...BUSY, headers: { "retry-after": "61" } }],
	[
		"a POST whose effect nobody knows",
		{ status: 500, json: { code: "internal.error", message: "" } },
	],
	[
		"a key whose outcome is unknown",
		{ status: 409, json: { code: "idempotency.outcome_unknown", message: "" } },
	],
])("does not repeat after %s", async (_, answer: Answer) => {
	const { tillbox, got } = await serverWith(answer);
	await expect(
		tillbox.post("/api/v1/webhooks/endpoints", { body: ENDPOINT }),
	).rejects.toMatchObject({ status: answer.status });
	expect(got).toHaveLength(1);
});

// G98
it("follows no redirect, which could lead the token elsewhere", async () => {
	const elsewhere = await serverWith({ json: {} });
	const { tillbox } = await serverWith({
		status: 307,
		headers: { location: `${elsewhere.origin}/api/v1/balance` },
	});
	await expect(tillbox.get("/api/v1/balance")).rejects.toMatchObject({
		status: 307,
		message: expect.stringContaining("redirects to another address"),
	});
	expect(elsewhere.got).toEqual([]);
});

it("takes a DELETE as done that finds nothing after a lost response", async () => {
	const gone = { status: 404, json: { code: "not_found", message: "Nothing." } };
	const path = { id: "12345678" };
	const lost = await serverWith({ lost: true }, gone);
	await lost.tillbox.delete("/api/v1/webhooks/endpoints/{id}", { path });
	const unknown = await serverWith(gone);
	await expect(
		unknown.tillbox.delete("/api/v1/webhooks/endpoints/{id}", { path }),
	).rejects.toMatchObject({ status: 404 });
});

it("throws all that the server says of a failure", async () => {
	const { tillbox } = await serverWith({
		status: 400,
		json: {
			code: "request.invalid",
			message: "Some fields aren't right.",
			requestId: "9f1c",
			fields: { url: "Not an address" },
		},
	});
	const failure = await tillbox
		.post("/api/v1/webhooks/endpoints", { body: ENDPOINT })
		.catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(TillboxError);
	expect(failure).toMatchObject({
		name: "TillboxError",
		message: "Some fields aren't right.",
		status: 400,
		code: "request.invalid",
		requestId: "9f1c",
		fields: { url: "Not an address" },
	});
});

it("waits longer for the response to a large body", async () => {
	const waits: unknown[] = [];
	const real = globalThis.setTimeout;
	vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms: number) => {
		waits.push(ms);
		return real(work, ms);
	}) as typeof setTimeout);
	const tillbox = new Tillbox({
		server: "https://tillbox.example",
		fetch: async () => Response.json({}),
	});
	await tillbox.get("/api/v1/balance");
	const body = new FormData();
	body.set("title", "Rain");
	body.set("files", new File([new Uint8Array(3_200_000)], "rain.wav"));
	await tillbox.post("/api/v1/file-shares", { body });
	vi.restoreAllMocks();
	expect(waits).toEqual([60_000, 60_000 + 100_000 + "Rain".length / 32]);
});

it("names a server that doesn't answer, or isn't ours", async () => {
	const { tillbox, origin } = await serverWith({ lost: true });
	await expect(tillbox.get("/api/v1/balance")).rejects.toMatchObject({
		status: 0,
		code: "network",
		message: `${origin} does not answer.`,
		cause: expect.any(TypeError),
	});
	const page = createServer((_, response) => response.end("<html>"));
	await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
	closing.push(() => page.close());
	const server = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
	await expect(new Tillbox({ server }).get("/api/v1/balance")).rejects.toMatchObject({
		status: 200,
		code: "unknown",
	});
});

it("ends a call and its waits with the caller's signal", async () => {
	const { tillbox, got } = await serverWith({ ...BUSY, headers: { "retry-after": "50" } });
	const stopped = new AbortController();
	const call = tillbox.get("/api/v1/balance", { signal: stopped.signal });
	const ended = expect(call).rejects.toThrow("Enough");
	while (got.length === 0) await new Promise((resolve) => setImmediate(resolve));
	stopped.abort(new Error("Enough"));
	await ended;
	expect(got).toHaveLength(1);
});

it("follows pages that name the next one, and pages that link to it", async () => {
	const sales = await serverWith(
		{ json: { sales: [{ id: "1" }, { id: "2" }], next: "2" } },
		{ json: { sales: [{ id: "3" }], next: null } },
	);
	const ids: string[] = [];
	for await (const { id } of sales.tillbox.list("/api/v1/sales", {
		query: { shareId: "12345678" },
	}))
		ids.push(id);
	expect(ids).toEqual(["1", "2", "3"]);
	expect(sales.got.map(({ url }) => url)).toEqual([
		"/api/v1/sales?shareId=12345678",
		"/api/v1/sales?shareId=12345678&after=2",
	]);

	const link = '<https://a.example/api/v1/my-file-shares?after=a%2Bb&most=1>; rel="next"';
	const shares = await serverWith({ json: [{ id: 1 }], headers: { link } }, { json: [{ id: 2 }] });
	let count = 0;
	for await (const _ of shares.tillbox.list("/api/v1/my-file-shares")) count++;
	expect(count).toBe(2);
	expect(shares.got[1]?.url).toBe("/api/v1/my-file-shares?after=a%2Bb");
});

it("asks for no page that nobody reads", async () => {
	const { tillbox, got } = await serverWith({ json: { sales: [{ id: "1" }], next: "1" } });
	for await (const _ of tillbox.list("/api/v1/sales")) break;
	expect(got).toHaveLength(1);
});

// G98
it.each(["", "..", "."])("takes no part of a path that leads elsewhere: %s", async (id) => {
	const { tillbox, got } = await serverWith({});
	await expect(tillbox.get("/api/v1/customers/{id}", { path: { id } })).rejects.toThrow(TypeError);
	expect(got).toEqual([]);
});

// G98
it.each(["", "your-site.example", "http://your-site.example", "ftp://your-site.example"])(
	"takes no server over which the token could be read: %s",
	(server) => {
		expect(() => new Tillbox({ server })).toThrow(TypeError);
	},
);
