import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type Piece, WINDOW, windowedBody } from "./windowed-body.ts";

const LARGE = "windowed/large";
const SMALL = "windowed/small";
const large = new Uint8Array(WINDOW + 1000).map((_, index) => index % 251);
const small = new TextEncoder().encode("0123456789");

beforeAll(async () => {
	await env.FILES.put(LARGE, large);
	await env.FILES.put(SMALL, small);
});

/** The bucket, noting every read. */
function watched() {
	const reads: (R2Range & { key: string })[] = [];
	const bucket: Pick<R2Bucket, "get"> = {
		get: (key: string, options?: R2GetOptions) => {
			reads.push({ key, ...(options?.range as { offset: number; length: number }) });
			return env.FILES.get(key, options) as never;
		},
	};
	// Only `get` is called.
	return { reads, files: bucket as R2Bucket };
}

const never = (reason: unknown) => {
	throw reason;
};
const bytesOf = async (pieces: Piece[], files: R2Bucket = env.FILES) =>
	new Uint8Array(await new Response(await windowedBody(files, pieces, never)).arrayBuffer());

describe("windowedBody", () => {
	it("sends an object in windows", async () => {
		const { reads, files } = watched();
		const bytes = await bytesOf([{ key: LARGE, offset: 3, length: large.length - 3 }], files);
		expect(bytes.length).toBe(large.length - 3);
		expect(Buffer.compare(bytes, large.subarray(3))).toBe(0);
		expect(reads).toEqual([
			{ key: LARGE, offset: 3, length: WINDOW },
			{ key: LARGE, offset: 3 + WINDOW, length: 997 },
		]);
	});

	it("sends bytes and objects in their order", async () => {
		const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
		const ascii = (value: string) => new TextEncoder().encode(value);
		const pieces: Piece[] = [
			ascii("<"),
			{ key: SMALL, offset: 0, length: 3 },
			ascii("|"),
			{ key: SMALL, offset: 9, length: 1 },
			{ key: SMALL, offset: 5, length: 2 },
			ascii(">"),
		];
		expect(text(await bytesOf(pieces))).toBe("<012|956>");
		expect(text(await bytesOf([ascii("only bytes")]))).toBe("only bytes");
		expect(text(await bytesOf([]))).toBe("");
	});

	it("fails before it answers when the first object is missing or short", async () => {
		const missing = [small, { key: "windowed/none", offset: 0, length: 1 }];
		await expect(windowedBody(env.FILES, missing, never)).rejects.toThrow("is missing");
		const short = [{ key: SMALL, offset: 5, length: 6 }];
		await expect(windowedBody(env.FILES, short, never)).rejects.toThrow("has 10 bytes, not 11");
	});

	it("breaks the body when a later object is missing, and never ends it early", async () => {
		const reasons: unknown[] = [];
		const body = await windowedBody(
			env.FILES,
			[
				{ key: SMALL, offset: 0, length: 10 },
				{ key: "windowed/none", offset: 0, length: 10 },
			],
			(reason) => reasons.push(reason),
		);
		await expect(new Response(body).arrayBuffer()).rejects.toThrow();
		expect(String(reasons[0])).toContain("windowed/none is missing");
	});

	it("stops reading when the client goes away", async () => {
		const { reads, files } = watched();
		const gone = Promise.withResolvers<unknown>();
		const pieces = Array.from({ length: 20 }, () => ({ key: SMALL, offset: 0, length: 10 }));
		const reader = (await windowedBody(files, pieces, gone.resolve)).getReader();
		await reader.read();
		await reader.cancel("no longer wanted");
		await gone.promise;
		const before = reads.length;
		expect(before).toBeLessThan(20);
		await env.FILES.head(SMALL);
		expect(reads.length).toBe(before);
	});
});
