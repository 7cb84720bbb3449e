import {
	CHANNELS,
	type ColourModel,
	coloured,
	type Reduced,
	ReducedChannel,
	reductionOf,
} from "./colours.ts";

/** Pixels; more would take too long. */
const MAX_PIXELS = 1_000_000_000;
const CHUNK = 4 * 1024 * 1024;
const BITMAP = 0;
const INDEXED = 2;
const CMYK = 4;
/** By Photoshop's mode; other modes have inks that only the printer knows. */
const MODELS: Readonly<Record<number, ColourModel>> = {
	0: "gray",
	1: "gray",
	2: "rgb",
	3: "rgb",
	4: "cmyk",
	8: "gray",
};

/** Decodes row by row, without channels for selections and masks. Throws for unknown kinds. */
export async function psdPixels(parts: PsdParts): Promise<Reduced> {
	const { width, height, depth, mode, channels } = parts;
	const model = MODELS[mode];
	const isKnownDepth = mode === BITMAP ? depth === 1 : [8, 16].includes(depth);
	if (!model || !isKnownDepth || (mode === INDEXED && depth !== 8))
		throw new Error(`a Photoshop file of mode ${mode} in ${depth} bits`);
	if (!(width >= 1 && height >= 1 && width * height <= MAX_PIXELS))
		throw new Error(`a picture of ${width} × ${height} pixels`);
	const used = CHANNELS[mode === INDEXED ? "gray" : model];
	if (channels < used) throw new Error("a Photoshop file without all of its channels");
	const palette = new Uint8Array(await parts.palette.arrayBuffer());
	const step = reductionOf(width, height);
	const reduced = Array.from(
		{ length: CHANNELS[model] },
		() => new ReducedChannel(width, height, step),
	);
	const rowBytes = Math.ceil((width * depth) / 8);
	const rows = await rowsOf(parts, rowBytes);
	for await (const { channel, y, row } of rows(used)) {
		const levelAt = levels(row, depth, mode);
		if (mode === INDEXED)
			for (const [plane, target] of reduced.entries())
				target.add(y, (x) => palette[plane * 256 + levelAt(x)] ?? 0);
		else reduced[channel]?.add(y, levelAt);
	}
	return coloured(model, reduced);
}

function levels(row: Uint8Array<ArrayBuffer>, depth: number, mode: number): (x: number) => number {
	const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
	if (depth === 1) return (x) => ((row[x >> 3] ?? 0) & (128 >> (x & 7)) ? 0 : 255);
	const level =
		depth === 16 ? (x: number) => view.getUint16(2 * x) / 257 : (x: number) => row[x] ?? 0;
	return mode === CMYK ? (x) => 255 - level(x) : level;
}

type Row = { channel: number; y: number; row: Uint8Array<ArrayBuffer> };

/** Channel by channel. */
async function rowsOf(
	{ flattened, height, channels, isLarge }: PsdParts,
	rowBytes: number,
): Promise<(used: number) => AsyncGenerator<Row>> {
	const compression = new DataView(await flattened.slice(0, 2).arrayBuffer()).getUint16(0);
	if (compression > 1) throw new Error(`a Photoshop file with compression ${compression}`);
	const isPacked = compression === 1;
	// PackBits adds a byte per 128.
	const longest = 2 * rowBytes + 2;
	const countBytes = isLarge ? 4 : 2;
	const counts = isPacked
		? new DataView(await flattened.slice(2, 2 + channels * height * countBytes).arrayBuffer())
		: null;
	const lengthOf = (index: number) => {
		if (!counts) return rowBytes;
		return isLarge ? counts.getUint32(index * 4) : counts.getUint16(index * 2);
	};
	return async function* (used) {
		let at = 2 + (counts?.byteLength ?? 0);
		for (let first = 0; first < used * height; ) {
			let end = first;
			let length = 0;
			while (end < used * height && (end === first || length < CHUNK)) {
				if (lengthOf(end) > longest) throw new Error("a Photoshop file with too long a row");
				length += lengthOf(end++);
			}
			const bytes = new Uint8Array(await flattened.slice(at, at + length).arrayBuffer());
			if (bytes.length < length) throw new Error("a truncated Photoshop file");
			let from = 0;
			for (let index = first; index < end; index++) {
				const packed = bytes.subarray(from, from + lengthOf(index));
				from += packed.length;
				const row = isPacked ? unpacked(packed, rowBytes) : packed;
				yield { channel: Math.floor(index / height), y: index % height, row };
			}
			at += length;
			first = end;
		}
	};
}

function unpacked(packed: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
	const row = new Uint8Array(length);
	let to = 0;
	for (let at = 0; at < packed.length && to < length; ) {
		const code = packed[at++] ?? 0;
		if (code > 128) {
			row.fill(packed[at++] ?? 0, to, to + 257 - code);
			to += 257 - code;
		} else if (code < 128) {
			const literal = packed.subarray(at, at + Math.min(code + 1, length - to));
			row.set(literal, to);
			to += code + 1;
			at += code + 1;
		}
	}
	return row;
}

const HEADER = 26;

export type PsdParts = {
	width: number;
	height: number;
	/** of the flattened picture, including those that aren't colours */
	channels: number;
	depth: number;
	mode: number;
	/** lengths of packed rows have four bytes */
	isLarge: boolean;
	/** the colours of an indexed picture: 256 reds, greens, blues */
	palette: Blob;
	/** follows the layers, which may be gigabytes */
	flattened: Blob;
	/** Photoshop's other data, including a small JPEG */
	resources: Blob;
};

/** Finds the flattened picture without reading the layers. Throws unless it is a PSD or PSB. */
export async function psdParts(file: Blob): Promise<PsdParts> {
	const read = async (at: number, length: number) => {
		if (at + length > file.size) throw new Error("a truncated Photoshop file");
		return new DataView(await file.slice(at, at + length).arrayBuffer());
	};
	const header = await read(0, HEADER);
	if (header.getUint32(0) !== 0x38425053) throw new Error("not a Photoshop file");
	const isLarge = header.getUint16(4) === 2;
	const colours = (await read(HEADER, 4)).getUint32(0);
	const resourcesAt = HEADER + 4 + colours;
	const resources = (await read(resourcesAt, 4)).getUint32(0);
	const layersAt = resourcesAt + 4 + resources;
	const lengthBytes = isLarge ? 8 : 4;
	const field = await read(layersAt, lengthBytes);
	const layers = isLarge ? Number(field.getBigUint64(0)) : field.getUint32(0);
	const pictureAt = layersAt + lengthBytes + layers;
	if (pictureAt + 2 >= file.size) throw new Error("a Photoshop file without a flattened picture");
	return {
		width: header.getUint32(18),
		height: header.getUint32(14),
		channels: header.getUint16(12),
		depth: header.getUint16(22),
		mode: header.getUint16(24),
		isLarge,
		palette: file.slice(HEADER + 4, resourcesAt),
		flattened: file.slice(pictureAt),
		resources: file.slice(resourcesAt + 4, layersAt),
	};
}
