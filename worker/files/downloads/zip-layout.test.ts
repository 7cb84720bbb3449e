import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../platform/storage/crc32.ts";
import { readZip } from "../../test/checks/read-zip.ts";
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
	it("makes archives of the announced size that a strict ZIP reader reads", () => {
		fc.assert(
			fc.property(sources, (list) => {
				const bucket = new Bucket();
				const entries = entriesFor(list, bucket);
				// This reader returns an object, which cannot have an entry of this name.
				fc.pre(entries.every(({ path }) => path !== "__proto__"));
				const { pieces, size } = layoutZip(entries);
				const archive = bucket.read(pieces);
				expect(archive.length).toBe(size);
				const unpacked = readZip(archive);
				expect(Object.keys(unpacked).sort()).toEqual(entries.map((entry) => entry.path).sort());
				for (const [index, entry] of entries.entries()) {
					expect(unpacked[entry.path]).toEqual(list[index]?.data);
				}
			}),
		);
	});

	it("slices an archive at any range", () => {
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

	it("gives equal entries one layout and ETag, and other entries another", () => {
		fc.assert(
			fc.property(sources, (list) => {
				const entries = entriesFor(list, new Bucket());
				const { etag } = layoutZip(entries);
				expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
				expect(layoutZip(structuredClone(entries)).etag).toBe(etag);
				const extra = { path: "more", size: 1, crc32: 1, modifiedAt: 0 };
				const source = { kind: "stored", key: "k" } as const;
				const others: ZipEntry[] = [
					{ ...extra, source },
					{ ...extra, source: { ...source, key: "l" } },
					{ ...extra, source: { ...source, offset: 1 } },
					{ ...extra, source, crc32: 2 },
					{ ...extra, source, path: "less" },
				];
				const etags = others.map((other) => layoutZip([...entries, other]).etag);
				expect(new Set([etag, ...etags]).size).toBe(1 + others.length);
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

	it("reads adjacent entries of a pack in one request", () => {
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

	it("makes an empty archive of its end record alone", () => {
		const { pieces, size } = layoutZip([]);
		expect(size).toBe(22);
		expect(readZip(new Bucket().read(pieces))).toEqual({});
	});

	it("takes a file from the middle of an object", () => {
		const bucket = new Bucket();
		bucket.objects.set("k", new Uint8Array([9, 1, 2, 3, 9]));
		const bytes = new Uint8Array([1, 2, 3]);
		const source = { kind: "stored", key: "k", offset: 1 } as const;
		const entry = { path: "x", size: 3, crc32: crc32(bytes), modifiedAt: MODIFIED, source };
		expect(readZip(bucket.read(layoutZip([entry]).pieces))).toEqual({ x: bytes });
	});

	/** All bytes of the layout except the objects'. */
	const headers = (entries: ZipEntry[]) =>
		Buffer.concat(layoutZip(entries).pieces.filter((piece) => piece instanceof Uint8Array));
	const zip64End = (bytes: Buffer) => bytes.includes(Buffer.from("PK\x06\x06"));

	/** Little-endian numbers, each of so many bytes. */
	const fields = (...list: readonly (readonly [bytes: number, value: number])[]) =>
		Buffer.concat(
			list.map(([bytes, value]) => {
				const field = Buffer.alloc(8);
				field.writeBigUInt64LE(BigInt(value));
				return field.subarray(0, bytes);
			}),
		);
	/** An entry, the expected time in its headers, and its numbers that need 64 bits. */
	type Described = {
		entry: ZipEntry;
		dos: readonly [time: number, date: number];
		stamp: number | null;
		offset: number;
		wide?: { size?: boolean; offset?: boolean };
	};
	const described = (
		{ entry: { path, size, crc32 }, dos: [time, date], stamp, offset, wide = {} }: Described,
		header: "local" | "directory",
	) => {
		const isWide = wide.size || (header === "directory" && wide.offset);
		const numbers = [
			...(wide.size ? [size, size] : []),
			...(header === "directory" && wide.offset ? [offset] : []),
		];
		const extra = Buffer.concat([
			isWide ? fields([2, 1], [2, 8 * numbers.length]) : fields(),
			...numbers.map((number) => fields([8, number])),
			stamp === null ? fields() : fields([2, 0x5455], [2, 5], [1, 1], [4, stamp]),
		]);
		const version = isWide ? 45 : 20;
		return Buffer.concat([
			header === "local"
				? fields([4, 0x04034b50])
				: // made on Unix
					fields([4, 0x02014b50], [1, version], [1, 3]),
			// UTF-8, stored
			fields([2, version], [2, 0x800], [2, 0], [2, time], [2, date], [4, crc32]),
			fields([4, wide.size ? 0xffffffff : size], [4, wide.size ? 0xffffffff : size]),
			fields([2, Buffer.byteLength(path)], [2, extra.length]),
			header === "local"
				? fields()
				: // comment, disk, attributes: a regular file, rw-r--r--
					fields([2, 0], [2, 0], [2, 0], [2, 0], [2, 0o100644]),
			header === "local" ? fields() : fields([4, wide.offset ? 0xffffffff : offset]),
			Buffer.from(path),
			extra,
		]);
	};
	const endOf = (count: number, size: number, offset: number, isWide: boolean) =>
		Buffer.concat([
			isWide
				? fields(
						[4, 0x06064b50],
						[8, 44],
						[1, 45],
						[1, 3],
						[2, 45],
						[4, 0],
						[4, 0],
						[8, count],
						[8, count],
						[8, size],
						[8, offset],
						[4, 0x07064b50],
						[4, 0],
						[8, offset + size],
						[4, 1],
					)
				: fields(),
			fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size]),
			fields([4, Math.min(offset, 0xffffffff)], [2, 0]),
		]);

	const at = (path: string, size: number, modifiedAt: number): ZipEntry => ({
		...stored(path, size),
		crc32: 0xfedcba98,
		modifiedAt,
	});
	const inMay = {
		dos: [(7 << 11) | (8 << 5) | 4, (46 << 9) | (5 << 5) | 6],
		stamp: MODIFIED / 1000,
	} as const;
	const earliest = [0, (1 << 5) | 1] as const;
	const latest = [(23 << 11) | (59 << 5) | 29, (127 << 9) | (12 << 5) | 31] as const;

	it.each<[string, Omit<Described, "offset">[], boolean]>([
		["a small file", [{ entry: at("ä", 1000, MODIFIED + 999), ...inMay }], false],
		["a time before 1970", [{ entry: at("a", 1, -1000), dos: earliest, stamp: null }], false],
		["the first second", [{ entry: at("a", 1, 0), dos: earliest, stamp: 0 }], false],
		[
			"the last second of a timestamp",
			[
				{
					entry: at("a", 1, 0x7fffffff * 1000),
					dos: [(3 << 11) | (14 << 5) | 3, (58 << 9) | (1 << 5) | 19],
					stamp: 0x7fffffff,
				},
			],
			false,
		],
		[
			"the second after it",
			[
				{
					entry: at("a", 1, 0x80000000 * 1000),
					dos: [(3 << 11) | (14 << 5) | 4, (58 << 9) | (1 << 5) | 19],
					stamp: null,
				},
			],
			false,
		],
		[
			"a time after 2107",
			[{ entry: at("a", 1, Date.UTC(2108, 0, 1)), dos: latest, stamp: null }],
			false,
		],
		["4 GiB less two bytes", [{ entry: at("a", 4 * GIB - 2, MODIFIED), ...inMay }], true],
		[
			"4 GiB less a byte",
			[{ entry: at("a", 4 * GIB - 1, MODIFIED), ...inMay, wide: { size: true } }],
			true,
		],
		[
			"a small file and a large one after 4 GiB",
			[
				{ entry: at("a", 4 * GIB - 1 - 40, MODIFIED), ...inMay },
				{ entry: at("b", 7, MODIFIED), ...inMay, wide: { offset: true } },
				{ entry: at("c", 5 * GIB, MODIFIED), ...inMay, wide: { size: true, offset: true } },
			],
			true,
		],
		[
			"a file that begins right before 4 GiB, with the directory after it",
			[
				{ entry: at("a", 4 * GIB - 2 - 40, MODIFIED), ...inMay },
				{ entry: at("b", 0, MODIFIED), ...inMay },
			],
			true,
		],
		[
			"a directory that begins right before 4 GiB",
			[{ entry: at("a", 4 * GIB - 2 - 40, MODIFIED), ...inMay }],
			false,
		],
		[
			"a directory that begins there",
			[{ entry: at("a", 4 * GIB - 1 - 40, MODIFIED), ...inMay }],
			true,
		],
	])(
		"have the headers that the format prescribes, with ZIP64 only where it is needed: %s",
		(_, list, isWide) => {
			let offset = 0;
			const placed = list.map((one): Described => {
				const begins = offset;
				const header = described({ ...one, offset: begins }, "local");
				offset += header.length + one.entry.size;
				return { ...one, offset: begins };
			});
			const locals = placed.map((one) => described(one, "local"));
			const directory = Buffer.concat(placed.map((one) => described(one, "directory")));
			expect(headers(list.map(({ entry }) => entry))).toEqual(
				Buffer.concat([...locals, directory, endOf(list.length, directory.length, offset, isWide)]),
			);
		},
	);

	it("uses ZIP64 if only the number of entries requires it", () => {
		const many = (count: number) =>
			headers(Array.from({ length: count }, (_, index) => stored(`${index}`, 0)));
		expect(zip64End(many(65_534))).toBe(false);
		const most = many(65_535);
		expect(zip64End(most)).toBe(true);
		expect(most.subarray(-14, -10)).toEqual(fields([2, 0xffff], [2, 0xffff]));
	});

	it("refuses a path longer than the format allows", () => {
		expect(headers([stored("a".repeat(65_535), 1)]).length).toBeGreaterThan(2 * 65_535);
		expect(() => layoutZip([stored("a".repeat(65_536), 1)])).toThrow("65,535 bytes");
	});

	it("keeps sizes and slices exact beyond 4 GiB", () => {
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
		const [first] = layout.pieces;
		expect(slicePieces(layout.pieces, first?.length ?? 0, 1)).toEqual([
			{ key: "a", offset: 0, length: 1 },
		]);
	});
});

describe("packed entries", () => {
	const file = { path: "a.txt", crc32: 0, modifiedAt: MODIFIED };

	it("deflates packed entries only if that saves a tenth", () => {
		const text = new TextEncoder().encode("the same again and again ".repeat(100));
		expect(packEntry(file, text)).toMatchObject({ method: 8 });
		expect(packEntry(file, text).dataSize).toBeLessThan(text.length / 10);
		const noise = crypto.getRandomValues(new Uint8Array(1000));
		expect(packEntry(file, noise)).toMatchObject({ method: 0, dataSize: 1000 });
		expect(packEntry({ ...file, path: "a.JPG" }, text)).toMatchObject({ method: 0 });
		expect(packEntry(file, new Uint8Array())).toMatchObject({ method: 0, dataSize: 0 });
	});
});
