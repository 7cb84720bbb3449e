import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { tarListing } from "./tar-listing.ts";
import { zipListing } from "./zip-listing.ts";

/** A ZIP whose 64-bit records claim this many entries. */
function zipOfEntries(count: number) {
	const each = 46 + 7;
	const bytes = Buffer.alloc(30 + count * each + 56 + 20 + 22);
	bytes.writeUInt32LE(0x04034b50, 0);
	for (let at = 0; at < count; at++) {
		const start = 30 + at * each;
		bytes.writeUInt32LE(0x02014b50, start);
		bytes.writeUInt16LE(7, start + 28);
		bytes.write(String(at).padStart(7, "0"), start + 46);
	}
	const end = 30 + count * each;
	bytes.writeUInt32LE(0x06064b50, end);
	bytes.writeBigUInt64LE(BigInt(count), end + 32);
	bytes.writeBigUInt64LE(BigInt(count * each), end + 40);
	bytes.writeBigUInt64LE(30n, end + 48);
	bytes.writeUInt32LE(0x07064b50, end + 56);
	bytes.writeBigUInt64LE(BigInt(end), end + 56 + 8);
	bytes.writeUInt32LE(0x06054b50, end + 76);
	bytes.fill(0xff, end + 84, end + 96);
	return bytes;
}

describe("zipListing", () => {
	const zip = zipSync({
		"tour/Grüße.txt": strToU8("hello"),
		"tour/": new Uint8Array(0),
		"big.bin": new Uint8Array(100_000),
	});

	it("lists the files and their unpacked sizes, without the folders", async () => {
		expect(await zipListing(new Blob([zip]))).toEqual({
			total: 2,
			entries: [
				{ name: "tour/Grüße.txt", size: 5 },
				{ name: "big.bin", size: 100_000 },
			],
		});
	});

	it("handles data before the archive", async () => {
		const listing = await zipListing(new Blob([new Uint8Array(5000), zip]));
		expect(listing?.entries).toHaveLength(2);
	});

	it.each([
		["DOS", [0x81], "Grüsse.txt"],
		["unmarked UTF-8", [0xc3, 0xbc], "Grüsse.txt"],
	])("reads names in %s", async (_name, letter, expected) => {
		const name = `Gr${"_".repeat(letter.length)}sse.txt`;
		let at = 0;
		const bytes = zipSync({ [name]: strToU8("x") }).map((byte) =>
			byte === 0x5f ? (letter[at++ % letter.length] ?? 0) : byte,
		);
		const listing = await zipListing(new Blob([bytes as Uint8Array<ArrayBuffer>]));
		expect(listing?.entries).toEqual([{ name: expected, size: 1 }]);
	});

	it("truncates a long directory and reports its length", async () => {
		const many = zipSync(
			Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`${i}.txt`, strToU8("x")])),
		);
		const listing = await zipListing(new Blob([many]));
		expect(listing?.entries).toHaveLength(1000);
		expect(listing?.total).toBe(1200);
	});

	it("reads the 64-bit records of a directory of a million entries", async () => {
		const listing = await zipListing(new Blob([zipOfEntries(1_000_000)]));
		expect([listing?.total, listing?.entries.length]).toEqual([1_000_000, 1000]);
	});

	it.each([
		["nothing", new Uint8Array(0)],
		["noise", Uint8Array.from({ length: 70_000 }, (_, i) => i * 31)],
		["a cut archive", zip.subarray(0, zip.length - 30)],
	])("returns null for %s", async (_name, bytes) => {
		expect(await zipListing(new Blob([new Uint8Array(bytes)]))).toBeNull();
	});
});

function tarHeader(name: string, size: number, kind = "0"): Uint8Array {
	const header = new Uint8Array(512);
	const put = (at: number, value: string) => header.set(strToU8(value), at);
	put(0, name);
	put(124, `${size.toString(8).padStart(11, "0")}\0`);
	header[156] = kind.charCodeAt(0);
	put(257, "ustar\x0000");
	header.fill(32, 148, 156);
	put(
		148,
		`${header
			.reduce((sum, byte) => sum + byte, 0)
			.toString(8)
			.padStart(6, "0")}\0`,
	);
	return header;
}

describe("tarListing", () => {
	it("lists the files, including long names", async () => {
		const long = `${"deep/".repeat(30)}name.txt`;
		const tar = new Blob([
			tarHeader("a.txt", 700),
			new Uint8Array(1024),
			tarHeader("folder/", 0, "5"),
			tarHeader("././@LongLink", long.length, "L"),
			strToU8(long.padEnd(512, "\0")),
			tarHeader("deep", 3),
			new Uint8Array(512),
			new Uint8Array(1024),
		] as BlobPart[]);
		expect(await tarListing(tar)).toEqual({
			total: 2,
			entries: [
				{ name: "a.txt", size: 700 },
				{ name: expect.stringMatching(/^deep\/deep.*….*name\.txt$/), size: 3 },
			],
		});
	});

	it("returns null for data that is not a tar", async () => {
		expect(await tarListing(new Blob(["x".repeat(2000)]))).toBeNull();
	});
});
