import { randomBytes } from "node:crypto";
import { zipSync } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { zipListing } from "./archives/zip-listing.ts";
import { RemoteBytes, readAhead } from "./bytes.ts";

const MIB = 1024 * 1024;

function remote(content: Uint8Array) {
	const read = vi.fn(
		async (start: number, end: number) => Uint8Array.from(content.subarray(start, end)).buffer,
	);
	return { read, bytes: new RemoteBytes(readAhead(read, content.length), content.length) };
}

describe("a file that is elsewhere", () => {
	const content = new Uint8Array(randomBytes(40 * MIB));

	it.each([
		[0, 10],
		[5 * MIB, 5 * MIB + 3],
		[0, 40 * MIB],
		[MIB + 7, 33 * MIB],
		[40 * MIB - 3, 41 * MIB],
		[50 * MIB, 60 * MIB],
	])("is the same from byte %i to %i as here", async (start, end) => {
		const { bytes } = remote(content);
		const piece = await bytes.slice(start, end).arrayBuffer();
		expect(Buffer.from(piece).equals(content.subarray(start, end))).toBe(true);
	});

	it("reads in few pieces, none of them large", async () => {
		const { bytes, read } = remote(content);
		for (let at = 0; at < MIB; at += 512) await bytes.slice(at, at + 512).arrayBuffer();
		expect(read).toHaveBeenCalledTimes(4);
		await bytes.arrayBuffer();
		for (const [start, end] of read.mock.calls) expect(end - start).toBeLessThanOrEqual(16 * MIB);
	});

	it("reads only the directory of an archive", async () => {
		const zip = zipSync({ "large.bin": [content, { level: 0 }], "small.txt": new Uint8Array(9) });
		const { bytes, read } = remote(zip);
		expect((await zipListing(bytes))?.entries.map(({ name }) => name)).toEqual([
			"large.bin",
			"small.txt",
		]);
		const sizes = read.mock.calls.map(([start, end]) => end - start);
		expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MIB);
	});
});
