import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { RUN, sharesRun } from "./shares-run.ts";

const blobOf = (...parts: Uint8Array[]) => new Blob(parts.map((part) => new Uint8Array(part)));

describe("sharesRun", () => {
	const whole = randomBytes(300_000);

	it.each([0, 1, 31, 33, 12_345, 300_000 - RUN])(
		"finds a run of the whole from byte %i, wherever it is in the part",
		async (from) => {
			for (const before of [0, 7, 32, 50]) {
				const run = whole.subarray(from, from + RUN);
				const part = blobOf(randomBytes(before), run, randomBytes(99));
				expect(await sharesRun(part, blobOf(whole))).toBe(true);
			}
		},
	);

	it("ignores runs that are shorter", async () => {
		const other = (at: number) => Uint8Array.of((whole[at] ?? 0) ^ 0xff);
		const short = [100, 2000, 30_000].flatMap((from) => [
			other(from - 1),
			whole.subarray(from, from + RUN - 1),
			other(from + RUN - 1),
		]);
		expect(await sharesRun(blobOf(...short), blobOf(whole))).toBe(false);
		expect(await sharesRun(blobOf(), blobOf(whole))).toBe(false);
		expect(await sharesRun(blobOf(whole), blobOf())).toBe(false);
	});

	it("finds silence in silence", async () => {
		const quiet = blobOf(randomBytes(50), new Uint8Array(200), randomBytes(50));
		expect(await sharesRun(quiet, blobOf(new Uint8Array(5000)))).toBe(true);
	});

	it("finds a run across the pieces that are read", async () => {
		const large = randomBytes(4 * 1024 * 1024 + 5000);
		const middle = 4 * 1024 * 1024;
		const run = large.subarray(middle - 30, middle + RUN - 30);
		expect(await sharesRun(blobOf(run), blobOf(large))).toBe(true);
	});
});
