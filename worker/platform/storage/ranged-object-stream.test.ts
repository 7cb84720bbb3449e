import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Piece, rangedObjectStream, WINDOW } from "./ranged-object-stream.ts";
import { UnreadableObject } from "./stored-object.ts";

const LARGE = "windowed/large";
const SMALL = "windowed/small";
const large = new Uint8Array(WINDOW + 1000).map((_, index) => index % 251);
const small = new TextEncoder().encode("0123456789");

beforeAll(async () => {
	await env.FILES.put(LARGE, large);
	await env.FILES.put(SMALL, small);
});

afterEach(() => vi.restoreAllMocks());

/** The bucket, recording every read. */
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
const recordOf = (key: string) => ({
	size: key === LARGE ? large.length : small.length,
	etag: null,
});
const bytesOf = async (pieces: Piece[], files: R2Bucket = env.FILES) =>
	new Uint8Array(
		await new Response(
			await rangedObjectStream(files, pieces, { recordOf, broken: never }),
		).arrayBuffer(),
	);

describe("rangedObjectStream", () => {
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

	it.each([
		["is missing", { key: "windowed/none", offset: 0, length: 1 }, null, "missing"],
		["is shorter than its record", { key: SMALL, offset: 0, length: 5 }, { size: 11 }, "size"],
		["is longer than its record", { key: SMALL, offset: 0, length: 5 }, { size: 9 }, "size"],
		[
			"was written again",
			{ key: SMALL, offset: 0, length: 5 },
			{ size: 10, etag: '"0123456789abcdef0123456789abcdef"' },
			"etag",
		],
	])("fails before it answers when the first object %s", async (_, range, record, problem) => {
		const reasons: unknown[] = [];
		const body = rangedObjectStream(env.FILES, [small, range], {
			recordOf: () => ({ size: 1, etag: null, ...record }),
			broken: (reason) => reasons.push(reason),
		});
		await expect(body).rejects.toMatchObject({
			code: "file.unavailable",
			logFields: { key: range.key, problem },
		});
		expect(reasons).toHaveLength(1);
	});

	/** The bucket, whose bodies of reads from `offset` on fail after `sent` bytes. */
	function failing(offset: number, sent: number): R2Bucket {
		const get = async (key: string, options?: R2GetOptions) => {
			const object = await env.FILES.get(key, options);
			const range = options?.range as { offset: number };
			if (!object || !("body" in object) || range.offset < offset) return object;
			const body = new ReadableStream({
				type: "bytes",
				start: (controller) => {
					if (sent > 0) controller.enqueue(new Uint8Array(sent));
				},
				pull: (controller) => controller.error(new Error("the store failed")),
			});
			await object.body.cancel();
			return { key, size: object.size, etag: object.etag, body };
		};
		// Only `get` is called, and only these fields of its result are used.
		return { get } as unknown as R2Bucket;
	}

	it("fails before the response begins when the first object cannot be read", async () => {
		const body = rangedObjectStream(failing(0, 0), [{ key: LARGE, offset: 0, length: 1000 }], {
			recordOf,
			broken: () => {},
		});
		await expect(body).rejects.toMatchObject({ logFields: { key: LARGE, problem: "unreadable" } });
	});

	it("names the object when its bytes cannot be read any further", async () => {
		const reported = Promise.withResolvers<unknown>();
		const pieces = [{ key: LARGE, offset: 0, length: large.length }];
		const body = await rangedObjectStream(failing(WINDOW, 10), pieces, {
			recordOf,
			broken: reported.resolve,
		});
		await expect(new Response(body).arrayBuffer()).rejects.toThrow();
		expect(await reported.promise).toMatchObject({
			offset: WINDOW,
			logFields: { key: LARGE, problem: "unreadable" },
		});
	});

	/**
	 * The bucket, in which the first `failures` reads that begin in the window at `window` fail: immediately (`sent`
	 * is null), or with an error after so many correct bytes.
	 */
	function flaky(window: number, sent: number | null, failures = 1) {
		const reads: R2Range[] = [];
		let left = failures;
		const get = async (key: string, options?: R2GetOptions) => {
			const range = options?.range as { offset: number; length: number };
			reads.push(range);
			const isInWindow = range.offset >= window && range.offset < window + WINDOW;
			if (!isInWindow || left === 0) return env.FILES.get(key, options);
			left--;
			if (sent === null) throw new Error("get: We encountered an internal error. (10001)");
			const object = await env.FILES.get(key, options);
			const bytes = new Uint8Array((await object?.arrayBuffer()) ?? []).slice(0, sent);
			let at = 0;
			const body = new ReadableStream({
				type: "bytes",
				pull: (controller) => {
					if (at >= bytes.length) return controller.error(new Error("the store failed"));
					controller.enqueue(bytes.slice(at, at + 65_536));
					at += 65_536;
				},
			});
			return { key, size: object?.size, etag: object?.etag, body };
		};
		// Only `get` is called, and of its answer only these.
		return { reads, files: { get } as unknown as R2Bucket };
	}

	it.each([
		["in the first window", 0],
		["in a later window", WINDOW],
	])("repeats a read once that the store refuses %s", async (_, window) => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const { reads, files } = flaky(window, null);
		const bytes = await bytesOf([{ key: LARGE, offset: 0, length: large.length }], files);
		expect(bytes.length).toBe(large.length);
		expect(Buffer.compare(bytes, large)).toBe(0);
		expect(reads).toHaveLength(3);
	});

	it.each([
		["refuses a read twice", null, 2],
		["breaks off in the middle of a window", 400, 2],
	])("aborts the body when the store %s, without a byte too many", async (_, sent, failures) => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const { files } = flaky(WINDOW, sent, failures);
		const reported = Promise.withResolvers<unknown>();
		const pieces = [{ key: LARGE, offset: 0, length: large.length }];
		const body = await rangedObjectStream(files, pieces, { recordOf, broken: reported.resolve });
		await expect(new Response(body).arrayBuffer()).rejects.toThrow();
		expect(await reported.promise).toMatchObject({
			logFields: { key: LARGE, problem: "unreadable" },
		});
	});

	it("compares the record again, and asks only once for missing objects", async () => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		let asked = 0;
		const get = async (key: string, options?: R2GetOptions) => {
			asked++;
			if (asked === 1) throw new Error("the store failed");
			return env.FILES.get(asked === 2 ? SMALL : key, options);
		};
		// Only `get` is called.
		const files = { get } as unknown as R2Bucket;
		const pieces = [{ key: LARGE, offset: 0, length: 5 }];
		const body = rangedObjectStream(files, pieces, { recordOf, broken: () => {} });
		await expect(body).rejects.toMatchObject({ logFields: { key: LARGE, problem: "size" } });
		expect(asked).toBe(2);
		const missing = [{ key: "windowed/none", offset: 0, length: 5 }];
		const seen = watched();
		const gone = rangedObjectStream(seen.files, missing, { recordOf, broken: () => {} });
		await expect(gone).rejects.toMatchObject({ logFields: { problem: "missing" } });
		expect(seen.reads).toHaveLength(1);
	});

	it("aborts the body when a later object is missing, and never ends it early", async () => {
		const reasons: unknown[] = [];
		const body = await rangedObjectStream(
			env.FILES,
			[
				{ key: SMALL, offset: 0, length: 10 },
				{ key: "windowed/none", offset: 0, length: 10 },
			],
			{ recordOf, broken: (reason) => reasons.push(reason) },
		);
		await expect(new Response(body).arrayBuffer()).rejects.toThrow();
		expect(reasons).toMatchObject([{ logFields: { key: "windowed/none", problem: "missing" } }]);
	});

	it.each([
		["that are piped", 300_000],
		["that are read into memory", 200_000],
	])(
		"stops reading ranges %s when the client disconnects, and reports no object as unreadable",
		async (_, length) => {
			const { reads, files } = watched();
			const gone = Promise.withResolvers<unknown>();
			const pieces = Array.from({ length: 20 }, () => ({ key: LARGE, offset: 0, length }));
			const body = await rangedObjectStream(files, pieces, { recordOf, broken: gone.resolve });
			const reader = body.getReader();
			await reader.read();
			await reader.cancel("no longer wanted");
			expect(await gone.promise).not.toBeInstanceOf(UnreadableObject);
			const before = reads.length;
			expect(before).toBeLessThan(20);
			await env.FILES.head(SMALL);
			expect(reads.length).toBe(before);
		},
	);

	it("reads short ranges ahead, six at a time", async () => {
		let open = 0;
		let most = 0;
		const get = async (key: string, options?: R2GetOptions) => {
			most = Math.max(most, ++open);
			const object = await env.FILES.get(key, options);
			open--;
			return object;
		};
		// Only `get` is called.
		const files = { get } as unknown as R2Bucket;
		const pieces = Array.from({ length: 30 }, (_, n) => ({
			key: SMALL,
			offset: n % 10,
			length: 1,
		}));
		const bytes = await bytesOf(pieces, files);
		expect(new TextDecoder().decode(bytes)).toBe("012345678901234567890123456789");
		expect(most).toBe(6);
	});

	it("aborts the body when a short range is shorter than asked for", async () => {
		const get = async (key: string) => env.FILES.get(key, { range: { offset: 0, length: 3 } });
		const files = { get } as unknown as R2Bucket;
		const body = rangedObjectStream(files, [{ key: SMALL, offset: 0, length: 5 }], {
			recordOf,
			broken: () => {},
		});
		await expect(body).rejects.toMatchObject({
			logFields: { key: SMALL, problem: "unreadable", expected: 5, found: 3 },
		});
	});

	describe("the windows of a large object", () => {
		const VAST = "windowed/vast";
		const size = 3 * WINDOW + 1000;
		beforeAll(async () => {
			await env.FILES.put(VAST, new Uint8Array(size));
		});

		it.each([
			["become longer for a client that takes them at once", 0, [WINDOW, WINDOW, WINDOW + 1000]],
			["stay short for a slow client", 10_000, [WINDOW, WINDOW, WINDOW, 1000]],
		])("%s", async (_, msPerWindow, lengths) => {
			let now = 0;
			vi.spyOn(Date, "now").mockImplementation(() => (now += msPerWindow));
			const { reads, files } = watched();
			const body = await rangedObjectStream(files, [{ key: VAST, offset: 0, length: size }], {
				recordOf: () => ({ size, etag: null }),
				broken: never,
			});
			await body.pipeTo(new WritableStream());
			expect(reads.map((read) => "length" in read && read.length)).toEqual(lengths);
		});
	});
});
