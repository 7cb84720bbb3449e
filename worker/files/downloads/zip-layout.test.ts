import fc from "fast-check";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../platform/storage/crc32.ts";
import { entryNames } from "./entry-names.ts";
import { packEntry } from "./pack-entry.ts";
import { layoutZip, slicePieces, type ZipEntry, type ZipPiece } from "./zip-layout.ts";

const MODIFIED = Date.UTC(2026, 4, 6, 7, 8, 9);
const GIB = 1024 ** 3;

/** A bucket in memory: objects by key, and ranges read from it. */
class Bucket {
	readonly objects = new Map<string, Uint8Array>();

	read(pieces: readonly ZipPiece[]): Uint8Array {
		const parts = pieces.map((piece) => {
			expect(piece.length).toBeGreaterThan(0);
			if (piece instanceof Uint8Array) return piece;
			const part = this.objects.get(piece.key)?.subarray(piece.offset, piece.offset + piece.length);
			expect(part?.length).toBe(piece.length);
			return part ?? new Uint8Array();
		});
		return new Uint8Array(Buffer.concat(parts));
	}
}

type Source = {
	name: string;
	folder: string | null;
	data: Uint8Array;
	packed: boolean;
	at: number;
};

/** Entries for the sources, with the packed ones adjacent in one pack. */
function entriesFor(sources: readonly Source[], bucket: Bucket): ZipEntry[] {
	const paths = entryNames(
		sources.map(({ name, folder }) => ({ originalName: name, folderPath: folder })),
	);
	const pack: Uint8Array[] = [];
	let packed = 0;
	const entries = sources.map(({ data, packed: small, at }, index): ZipEntry => {
		const file = { path: paths[index] ?? "", crc32: crc32(data), modifiedAt: at };
		if (!small) {
			bucket.objects.set(`object-${index}`, data);
			const source = { kind: "stored", key: `object-${index}` } as const;
			return { ...file, size: data.length, source };
		}
		const { bytes, method, dataSize } = packEntry(file, data);
		const range = { key: "pack", offset: packed, length: bytes.length };
		pack.push(bytes);
		packed += bytes.length;
		return { ...file, size: data.length, source: { kind: "packed", range, method, dataSize } };
	});
	bucket.objects.set("pack", new Uint8Array(Buffer.concat(pack)));
	return entries;
}

const name = fc.oneof(
	fc.constantFrom("a.txt", "A.TXT", "b.jpg", "naïve.md", "写真.svg", "aux.txt"),
	fc.string({ unit: "binary", maxLength: 20 }),
);
const data = fc.oneof(
	fc.uint8Array({ maxLength: 200 }),
	fc.string({ maxLength: 20 }).map((text) => new TextEncoder().encode(text.repeat(50))),
);
const sources = fc.array(
	fc.record({
		name,
		folder: fc.option(fc.constantFrom("Images", "Images/2026", "images", "../up", "Main Files")),
		data,
		packed: fc.boolean(),
		at: fc.integer({ min: -1e12, max: 5e12 }),
	}),
	{ maxLength: 12 },
);

describe("any list of files", () => {
	it("is readable by an independent ZIP reader, and has exactly the announced size", () => {
		fc.assert(
			fc.property(sources, (list) => {
				const bucket = new Bucket();
				const entries = entriesFor(list, bucket);
				// This reader returns an object, which cannot have an entry of this name.
				fc.pre(entries.every(({ path }) => path !== "__proto__"));
				const { pieces, size } = layoutZip(entries);
				const archive = bucket.read(pieces);
				expect(archive.length).toBe(size);
				const unpacked = unzipSync(archive);
				expect(Object.keys(unpacked).sort()).toEqual(entries.map((entry) => entry.path).sort());
				for (const [index, entry] of entries.entries()) {
					expect(unpacked[entry.path]).toEqual(list[index]?.data);
				}
			}),
		);
	});

	it("gives for any range the slice of the whole", () => {
		fc.assert(
			fc.property(sources, fc.nat(), fc.nat(), (list, a, b) => {
				const bucket = new Bucket();
				const { pieces, size } = layoutZip(entriesFor(list, bucket));
				const archive = bucket.read(pieces);
				const offset = a % size;
				const length = 1 + (b % (size - offset));
				const slice = bucket.read(slicePieces(pieces, offset, length));
				expect(slice).toEqual(archive.subarray(offset, offset + length));
			}),
		);
	});

	it("has the same layout and ETag every time, and another one when anything differs", () => {
		fc.assert(
			fc.property(sources, (list) => {
				const entries = entriesFor(list, new Bucket());
				const { etag } = layoutZip(entries);
				expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
				expect(layoutZip(structuredClone(entries)).etag).toBe(etag);
				const extra = { path: "more", size: 1, crc32: 1, modifiedAt: 0 };
				const source = { kind: "stored", key: "k" } as const;
				expect(layoutZip([...entries, { ...extra, source }]).etag).not.toBe(etag);
				expect(layoutZip([...entries, { ...extra, source }]).etag).not.toBe(
					layoutZip([...entries, { ...extra, source: { ...source, key: "l" } }]).etag,
				);
			}),
		);
	});
});

describe("pieces", () => {
	const stored = (path: string, size: number): ZipEntry => ({
		path,
		size,
		crc32: 0,
		modifiedAt: MODIFIED,
		source: { kind: "stored", key: path },
	});

	it("are one read for adjacent entries of a pack", () => {
		const list = Array.from({ length: 50 }, (_, index) => ({
			name: `${index}.txt`,
			folder: "Notes",
			data: new TextEncoder().encode(`note ${index}`),
			packed: true,
			at: MODIFIED,
		}));
		const { pieces } = layoutZip(entriesFor(list, new Bucket()));
		expect(pieces).toHaveLength(2);
	});

	it("of an empty archive are its end record alone", () => {
		const { pieces, size } = layoutZip([]);
		expect(size).toBe(22);
		expect(unzipSync(new Bucket().read(pieces))).toEqual({});
	});

	it("may take a file from the middle of an object", () => {
		const bucket = new Bucket();
		bucket.objects.set("k", new Uint8Array([9, 1, 2, 3, 9]));
		const bytes = new Uint8Array([1, 2, 3]);
		const source = { kind: "stored", key: "k", offset: 1 } as const;
		const entry = { path: "x", size: 3, crc32: crc32(bytes), modifiedAt: MODIFIED, source };
		expect(unzipSync(bucket.read(layoutZip([entry]).pieces))).toEqual({ x: bytes });
	});

	/** All bytes of the layout except the objects'. */
	const headers = (entries: ZipEntry[]) =>
		Buffer.concat(layoutZip(entries).pieces.filter((piece) => piece instanceof Uint8Array));
	const zip64Local = (bytes: Buffer) => bytes.readUInt32LE(18) === 0xffffffff;
	const zip64End = (bytes: Buffer) => bytes.includes(Buffer.from("PK\x06\x06"));

	it("use ZIP64 only where it is needed", () => {
		const small = headers([stored("a", 4 * GIB - 2)]);
		expect([zip64Local(small), zip64End(small)]).toEqual([false, true]);
		const least = headers([stored("a", 1000)]);
		expect([zip64Local(least), zip64End(least)]).toEqual([false, false]);
		const large = headers([stored("a", 4 * GIB - 1)]);
		expect([zip64Local(large), zip64End(large)]).toEqual([true, true]);
		// 30 bytes, the name, then the extra: id, length, size, stored size
		expect(large.readUInt16LE(31)).toBe(1);
		expect(large.readUInt16LE(33)).toBe(16);
		expect(large.readBigUInt64LE(35)).toBe(BigInt(4 * GIB - 1));
		expect(large.readBigUInt64LE(43)).toBe(BigInt(4 * GIB - 1));
	});

	it("use it when only the number of entries requires it", () => {
		const many = (count: number) =>
			headers(Array.from({ length: count }, (_, index) => stored(`${index}`, 0)));
		expect(zip64End(many(65_534))).toBe(false);
		expect(zip64End(many(65_535))).toBe(true);
	});

	it("are exact beyond 4 GiB: sizes, and slices across the border", () => {
		const layout = layoutZip([stored("a", 5 * GIB), stored("b", 5 * GIB), stored("c", 10)]);
		const total = layout.pieces.reduce((sum, piece) => sum + piece.length, 0);
		expect(layout.size).toBe(total);
		expect(slicePieces(layout.pieces, 5 * GIB - 1, 5)).toEqual([
			{
				key: "a",
				offset: 5 * GIB - 1 - headers([stored("a", 5 * GIB)]).indexOf("PK\x01\x02"),
				length: 5,
			},
		]);
		expect(slicePieces(layout.pieces, 0, layout.size)).toEqual(layout.pieces);
	});
});

describe("packed entries", () => {
	const file = { path: "a.txt", crc32: 0, modifiedAt: MODIFIED };

	it("are deflated only where it saves a tenth", () => {
		const text = new TextEncoder().encode("the same again and again ".repeat(100));
		expect(packEntry(file, text)).toMatchObject({ method: 8 });
		expect(packEntry(file, text).dataSize).toBeLessThan(text.length / 10);
		const noise = crypto.getRandomValues(new Uint8Array(1000));
		expect(packEntry(file, noise)).toMatchObject({ method: 0, dataSize: 1000 });
		expect(packEntry({ ...file, path: "a.JPG" }, text)).toMatchObject({ method: 0 });
		expect(packEntry(file, new Uint8Array())).toMatchObject({ method: 0, dataSize: 0 });
	});
});
