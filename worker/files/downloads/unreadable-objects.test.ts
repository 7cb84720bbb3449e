import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../../app.ts";
import {
	archiveOfShare,
	bytesOf,
	makeDownloads,
	type Route,
} from "../../test/fixtures/downloads.ts";
import { ORIGIN } from "../../test/fixtures/test-app.ts";

let fixture: Awaited<ReturnType<typeof makeDownloads>>;
let lines: string[];
beforeEach(async () => {
	fixture = await makeDownloads();
	lines = [];
	vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

const reported = () =>
	lines
		.map((line) => JSON.parse(line) as Record<string, unknown>)
		.filter(({ event }) => event === "object.unreadable");
/** Replaces an object's bytes, or deletes the object. */
const replace = async (key: string, bytes: string | Uint8Array | null): Promise<void> => {
	if (bytes === null) await env.FILES.delete(key);
	else await env.FILES.put(key, bytes);
};
const keyOf = (index: number) => fixture.files[index]?.objectKey ?? "";

describe("a file whose object", () => {
	it.each([
		["is missing", null, "missing"],
		["is shorter than it was", "short", "size"],
		["is longer than it was", new Uint8Array(3001), "size"],
		["has other bytes of the same length", new Uint8Array(3000), "etag"],
	] as const)(
		"%s gets an error response with a code and advice, and is logged for the operator",
		async (_, bytes, problem) => {
			await replace(keyOf(0), bytes);
			for (const headers of [{}, { Range: "bytes=0-9" }] as Record<string, string>[]) {
				const response = await fixture.get("file", headers);
				expect(response.status).toBe(503);
				expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(60);
				expect(await response.json()).toMatchObject({
					code: "file.unavailable",
					message: expect.stringContaining("try again later"),
				});
			}
			const about = {
				key: keyOf(0),
				shareId: fixture.share.id,
				fileId: fixture.files[0]?.id,
				problem,
			};
			expect(reported()).toMatchObject([about, about]);
		},
	);

	it("answers HEAD for a missing object like GET", async () => {
		await env.FILES.delete(keyOf(0));
		const response = await fixture.ask(fixture.pathOf("file"), { method: "HEAD" });
		expect(response.status).toBe(503);
		expect(reported()).toMatchObject([{ key: keyOf(0), problem: "missing" }]);
	});
});

describe("an archive with an object that", () => {
	/** The objects that the archive is read from, in order. */
	const objects = async () =>
		(await archiveOfShare(fixture.share)).map(({ entry }) => ({
			path: entry.path,
			key: entry.source.kind === "packed" ? entry.source.range.key : entry.source.key,
		}));

	it("aborts an archive at a missing object, and logs the file's name", async () => {
		const all = await objects();
		const last = all.at(-1);
		const first = all.find(({ key }) => key === last?.key);
		await env.FILES.delete(last?.key ?? "");
		const response = await fixture.get("all");
		expect(response.status).toBe(200);
		await expect(response.arrayBuffer()).rejects.toThrow();
		await vi.waitFor(
			() =>
				expect(reported()).toMatchObject([
					{ key: last?.key, shareId: fixture.share.id, file: first?.path, problem: "missing" },
				]),
			10_000,
		);
	});

	it("aborts an archive before a byte of an object shorter than its record", async () => {
		const last = (await objects()).at(-1);
		await env.FILES.put(last?.key ?? "", "short");
		const response = await fixture.get("all");
		await expect(response.arrayBuffer()).rejects.toThrow();
		const problem = { key: last?.key, problem: "size" };
		await vi.waitFor(() => expect(reported()).toMatchObject([problem]), 10_000);
	});

	it("answers with an error if an archive's first object is missing", async () => {
		const first = (await objects())[0];
		await env.FILES.delete(first?.key ?? "");
		const response = await fixture.get("all");
		expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([
			503,
			"file.unavailable",
		]);
	});

	it("answers HEAD of an archive with a missing object with an error", async () => {
		const last = (await objects()).at(-1);
		await env.FILES.delete(last?.key ?? "");
		const head = { method: "HEAD" };
		expect((await fixture.ask(fixture.pathOf("all"), head)).status).toBe(503);
		expect((await fixture.ask(fixture.pathOf("main folder"), head)).status).toBe(200);
	});
});

describe("a read that the store fails once", () => {
	/** Sends the buyer's request to the app, with a bucket in which `isFailing` picks the reads that fail. */
	const ask = (route: Route, isFailing: (read: number) => boolean) => {
		let read = 0;
		const FILES = new Proxy(env.FILES, {
			get(bucket, name) {
				const member = Reflect.get(bucket, name);
				if (typeof member !== "function") return member;
				return (...rest: unknown[]) =>
					name === "get" && isFailing(read++)
						? Promise.reject(new Error("get: We encountered an internal error. (10001)"))
						: Reflect.apply(member, bucket, rest);
			},
		});
		const { "__Host-buyer": token } = fixture.viewers.buyer;
		const asked = new Request(new URL(fixture.pathOf(route), ORIGIN), {
			headers: { cookie: `__Host-buyer=${token}` },
		});
		return app.fetch(asked, { ...env, FILES }, createExecutionContext());
	};

	it.each(["file", "all", "folder"] as const)("leaves every byte unchanged: %s", async (route) => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const whole = await bytesOf(fixture.get(route));
		let failed = 0;
		// Every second read: the first of each window.
		const response = await ask(route, (read) => read % 2 === 0 && ++failed > 0);
		expect(response.status).toBe(200);
		expect(await bytesOf(response)).toEqual(whole);
		expect(failed).toBeGreaterThan(0);
		expect(reported()).toEqual([]);
	});

	it("answers with an error if the repeated read fails too", async () => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const response = await ask("all", () => true);
		expect(response.status).toBe(503);
		expect(await response.json()).toMatchObject({ code: "file.unavailable" });
		expect(reported()).toMatchObject([{ problem: "unreadable" }]);
	});
});
