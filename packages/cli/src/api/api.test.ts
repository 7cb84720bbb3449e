import { expect, it, vi } from "vitest";
import { byteServer, recordedSession, standIn } from "../test/stand-in.ts";

const TOKEN = "tbx_0123456789abcdefghijABCDEFGHIJ012345";
const apiOf = (origin: string) => recordedSession(origin).session.apiOf(origin, { token: TOKEN });

// G97
it("follows no redirect, which could lead the token elsewhere", async () => {
	const target = await standIn(() => ({ json: {} }));
	const server = await standIn(() => ({
		status: 308,
		headers: { location: `${target.origin}/x` },
	}));
	await expect(apiOf(server.origin).json("GET", "/api/user")).rejects.toMatchObject({
		code: "server.redirects",
		message: expect.stringContaining(target.origin),
	});
	expect(server.got[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
	expect(target.got).toEqual([]);
});

it("names the server that does not answer, and why", async () => {
	const { session } = recordedSession("http://127.0.0.1:1");
	const call = session.apiOf("http://127.0.0.1:1", {}).json("POST", "/api/uploads", { body: {} });
	await expect(call).rejects.toMatchObject({
		status: 0,
		code: "network",
		text: "http://127.0.0.1:1 doesn't answer (ECONNREFUSED).",
	});
});

it("repeats a call whose response broke off", async () => {
	const bytes = Buffer.from('{"a": 1}');
	const server = await byteServer(bytes, { etag: '"v1"', crc32: "0", breaks: [3] });
	const call = apiOf(server.origin).json("POST", "/api/uploads", { body: {} });
	await vi.waitFor(() => expect(server.asked).toHaveLength(1), 10_000);
	server.breakOff();
	expect(await call).toEqual({ a: 1 });
	expect(server.asked).toHaveLength(2);
});

it("retries refused calls when a busy server says so, with one key", async () => {
	const answers = [429, 503, 200];
	const server = await standIn(() => ({
		status: answers.shift() ?? 500,
		headers: { "retry-after": "0.01" },
		json: { code: "rate.limited", message: "Wait.", ok: true },
	}));
	await apiOf(server.origin).json("POST", "/api/uploads", { body: {} });
	const keys = server.got.map(({ headers }) => headers["idempotency-key"]);
	expect(keys).toHaveLength(3);
	expect(new Set(keys).size).toBe(1);
});

it("names a server that is none of ours", async () => {
	const server = await standIn(() => ({ text: "<html>Welcome</html>" }));
	await expect(apiOf(server.origin).json("GET", "/api/user")).rejects.toMatchObject({
		code: "server.unknown",
		exitCode: 2,
		message: expect.stringContaining(server.origin),
	});
});
