/** Available in browsers and Workers. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** Sizes in bytes, `modifiedAt` in ms. */
export type ZipRecord = {
	path: string;
	size: number;
	/** size of the data in the archive; equals `size` if stored */
	packedSize: number;
	crc32: number;
	modifiedAt: number;
	/** 0 stored, 8 deflated */
	method: 0 | 8;
};

/** A 32-bit field with this value is saturated: the ZIP64 extra field has the true one. */
const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;

/** 2.0 for folders and deflate, 4.5 for ZIP64. Windows Explorer rejects higher versions than needed. */
const versionFor = (zip64: boolean): number => (zip64 ? 45 : 20);
/** Sizes and CRC are in the local header (no bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0800;
const MADE_ON_UNIX = 3 << 8;
/** A regular file, rw-r--r--. */
const ATTRIBUTES = 0o100644 * 0x1_0000;

class Fields {
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly #view: DataView;
	#at = 0;

	constructor(length: number) {
		this.bytes = new Uint8Array(length);
		this.#view = new DataView(this.bytes.buffer);
	}

	u16(value: number): this {
		this.#view.setUint16(this.#at, value, true);
		this.#at += 2;
		return this;
	}

	u32(value: number): this {
		this.#view.setUint32(this.#at, value, true);
		this.#at += 4;
		return this;
	}

	u64(value: number): this {
		this.#view.setBigUint64(this.#at, BigInt(value), true);
		this.#at += 8;
		return this;
	}

	raw(value: Uint8Array): this {
		this.bytes.set(value, this.#at);
		this.#at += value.length;
		return this;
	}
}

/** In UTC, so that the same file gives the same bytes everywhere. */
function dosTime(ms: number): { date: number; time: number } {
	const earliest = Date.UTC(1980, 0, 1);
	const latest = Date.UTC(2107, 11, 31, 23, 59, 58);
	const at = new Date(Math.min(Math.max(ms, earliest), latest));
	return {
		date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
		time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | Math.floor(at.getUTCSeconds() / 2),
	};
}

/** Readers that support the extended timestamp show the exact time in their own zone. */
function timestampExtra(ms: number): Uint8Array {
	const seconds = Math.floor(ms / 1000);
	if (seconds < 0 || seconds > 0x7fff_ffff) return new Uint8Array();
	const extra = new Fields(9).u16(0x5455).u16(5);
	extra.bytes[4] = 1; // only the modification time follows
	new DataView(extra.bytes.buffer).setUint32(5, seconds, true);
	return extra.bytes;
}

function zip64Extra(values: readonly number[]): Uint8Array {
	const extra = new Fields(4 + 8 * values.length).u16(0x0001).u16(8 * values.length);
	for (const value of values) extra.u64(value);
	return extra.bytes;
}

const encoder = new TextEncoder();

function pathBytes(path: string): Uint8Array {
	const bytes = encoder.encode(path);
	if (bytes.length > MAX_16) throw new RangeError("an entry's path is longer than 65,535 bytes");
	return bytes;
}

export function localHeader(entry: ZipRecord): Uint8Array<ArrayBuffer> {
	const path = pathBytes(entry.path);
	const zip64 = entry.size >= MAX_32 || entry.packedSize >= MAX_32;
	// macOS requires both sizes in the extra field once one of them is saturated.
	const sizes = zip64 ? zip64Extra([entry.size, entry.packedSize]) : new Uint8Array();
	const timestamp = timestampExtra(entry.modifiedAt);
	const { date, time } = dosTime(entry.modifiedAt);
	return new Fields(30 + path.length + sizes.length + timestamp.length)
		.u32(0x0403_4b50)
		.u16(versionFor(zip64))
		.u16(FLAGS)
		.u16(entry.method)
		.u16(time)
		.u16(date)
		.u32(entry.crc32)
		.u32(zip64 ? MAX_32 : entry.packedSize)
		.u32(zip64 ? MAX_32 : entry.size)
		.u16(path.length)
		.u16(sizes.length + timestamp.length)
		.raw(path)
		.raw(sizes)
		.raw(timestamp).bytes;
}

/** `offset` is where the entry's local header begins. */
export function directoryHeader(entry: ZipRecord, offset: number): Uint8Array<ArrayBuffer> {
	const path = pathBytes(entry.path);
	const large = entry.size >= MAX_32 || entry.packedSize >= MAX_32;
	const far = offset >= MAX_32;
	const values = [...(large ? [entry.size, entry.packedSize] : []), ...(far ? [offset] : [])];
	const sizes = values.length > 0 ? zip64Extra(values) : new Uint8Array();
	const timestamp = timestampExtra(entry.modifiedAt);
	const { date, time } = dosTime(entry.modifiedAt);
	const version = versionFor(values.length > 0);
	return new Fields(46 + path.length + sizes.length + timestamp.length)
		.u32(0x0201_4b50)
		.u16(MADE_ON_UNIX | version)
		.u16(version)
		.u16(FLAGS)
		.u16(entry.method)
		.u16(time)
		.u16(date)
		.u32(entry.crc32)
		.u32(large ? MAX_32 : entry.packedSize)
		.u32(large ? MAX_32 : entry.size)
		.u16(path.length)
		.u16(sizes.length + timestamp.length)
		.u16(0) // comment
		.u16(0) // disk
		.u16(0) // internal attributes
		.u32(ATTRIBUTES)
		.u32(far ? MAX_32 : offset)
		.raw(path)
		.raw(sizes)
		.raw(timestamp).bytes;
}

/** `size` and `offset` of the central directory in bytes. */
export function endOfDirectory(
	count: number,
	size: number,
	offset: number,
): Uint8Array<ArrayBuffer> {
	const zip64 = count >= MAX_16 || size >= MAX_32 || offset >= MAX_32;
	const end = new Fields(zip64 ? 56 + 20 + 22 : 22);
	if (zip64) {
		end
			.u32(0x0606_4b50)
			.u64(56 - 12)
			.u16(MADE_ON_UNIX | versionFor(true))
			.u16(versionFor(true))
			.u32(0)
			.u32(0)
			.u64(count)
			.u64(count)
			.u64(size)
			.u64(offset)
			.u32(0x0706_4b50)
			.u32(0)
			.u64(offset + size)
			.u32(1);
	}
	return end
		.u32(0x0605_4b50)
		.u16(0)
		.u16(0)
		.u16(Math.min(count, MAX_16))
		.u16(Math.min(count, MAX_16))
		.u32(Math.min(size, MAX_32))
		.u32(Math.min(offset, MAX_32))
		.u16(0).bytes;
}
