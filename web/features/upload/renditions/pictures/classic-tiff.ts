/** Bytes of a value, by TIFF's types; 16 to 18 are BigTIFF's own. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const LONG = 4;
const LONG8 = 16;
const IFD8 = 18;
const MAX_ENTRIES = 1000;

/**
 * Returns a TIFF that is a BigTIFF with the directory of its first page as one of the classic format, which
 * its decoder reads; others unchanged. Throws for one that is damaged, or points beyond four gigabytes.
 */
export function classicTiff(bytes: ArrayBuffer): ArrayBuffer {
	const big = new DataView(bytes);
	const isLittle = big.getUint16(0) === 0x4949;
	if (big.getUint16(2, isLittle) !== 43) return bytes;
	const numberAt = (at: number) => {
		const value = Number(big.getBigUint64(at, isLittle));
		if (value > 0xffff_ffff) throw new Error("a BigTIFF beyond four gigabytes");
		return value;
	};
	const directory = numberAt(8);
	const count = numberAt(directory);
	if (count > MAX_ENTRIES) throw new Error("a BigTIFF of too many entries");
	const entries: { tag: number; type: number; length: number; values: Uint8Array }[] = [];
	for (let entry = directory + 8; entry < directory + 8 + count * 20; entry += 20) {
		const type = big.getUint16(entry + 2, isLittle);
		const length = numberAt(entry + 4);
		const size = length * (TYPE_BYTES[type] ?? 0);
		const at = size > 8 ? numberAt(entry + 12) : entry + 12;
		if (at + size > bytes.byteLength) throw new Error("a BigTIFF that is cut off");
		const isLong = type >= LONG8 && type <= IFD8;
		const values = isLong ? new Uint8Array(length * 4) : new Uint8Array(bytes, at, size);
		const longs = new DataView(values.buffer, values.byteOffset, values.byteLength);
		if (isLong)
			for (let n = 0; n < length; n++) longs.setUint32(n * 4, numberAt(at + n * 8), isLittle);
		entries.push({
			tag: big.getUint16(entry, isLittle),
			type: isLong ? LONG : type,
			length,
			values,
		});
	}
	const start = bytes.byteLength + (bytes.byteLength % 2);
	let valuesAt = start + 2 + count * 12 + 4;
	const total = entries.reduce((sum, { values }) => sum + values.length + 1, valuesAt);
	const classic = new Uint8Array(total);
	classic.set(new Uint8Array(bytes));
	const view = new DataView(classic.buffer);
	view.setUint16(2, 42, isLittle);
	view.setUint32(4, start, isLittle);
	view.setUint16(start, count, isLittle);
	for (const [n, { tag, type, length, values }] of entries.entries()) {
		const entry = start + 2 + n * 12;
		view.setUint16(entry, tag, isLittle);
		view.setUint16(entry + 2, type, isLittle);
		view.setUint32(entry + 4, length, isLittle);
		if (values.length <= 4) classic.set(values, entry + 8);
		else {
			view.setUint32(entry + 8, valuesAt, isLittle);
			classic.set(values, valuesAt);
			valuesAt += values.length + (values.length % 2);
		}
	}
	return classic.buffer;
}
