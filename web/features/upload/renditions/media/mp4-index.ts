/** Samples of a track: where they are in the file, their bytes, and how long each is in the track's units. */
export type IndexedSample = { at: number; size: number; length: number; isKey: boolean };

/** A track of which an index is written; `entry` describes it, and `units` of it are a second. */
export type IndexedTrack = {
	entry: Uint8Array<ArrayBuffer>;
	units: number;
	/** of a film, in pixels */
	size: { width: number; height: number } | null;
	/** the bytes of a frame of plain samples, of which each of these has `length`; else null */
	frameBytes: number | null;
	samples: readonly IndexedSample[];
};

type Bytes = Uint8Array<ArrayBuffer>;

const numbers = (bytes: 1 | 2 | 4, values: readonly number[]): Bytes => {
	const whole = new DataView(new ArrayBuffer(bytes * values.length));
	for (const [n, value] of values.entries())
		if (bytes === 4) whole.setUint32(n * 4, value);
		else if (bytes === 2) whole.setUint16(n * 2, value);
		else whole.setUint8(n, value);
	return new Uint8Array(whole.buffer);
};
export const u8 = (...values: number[]) => numbers(1, values);
export const u16 = (...values: number[]) => numbers(2, values);
export const u32 = (...values: number[]) => numbers(4, values);
const text = (value: string): Bytes => new TextEncoder().encode(value);

export function joined(parts: readonly Bytes[]): Bytes {
	const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}

export function box(name: string, ...parts: Bytes[]): Bytes {
	const contents = joined(parts);
	return joined([u32(contents.length + 8), text(name), contents]);
}

const table = (name: string, values: readonly number[]) => box(name, numbers(4, [0, ...values]));
const zeros = (count: number): Bytes => new Uint8Array(count);
/** A turn by nothing, as fixed-point numbers. */
const UPRIGHT = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000);

/** The values with how many of each follow one another. */
function runsOf(values: readonly number[]): { value: number; from: number; count: number }[] {
	const runs: { value: number; from: number; count: number }[] = [];
	for (const [n, value] of values.entries()) {
		const run = runs.at(-1);
		if (run?.value === value) run.count += 1;
		else runs.push({ value, from: n, count: 1 });
	}
	return runs;
}

function trackBox(track: IndexedTrack, id: number, before: number): Bytes {
	const { entry, units, size, frameBytes, samples } = track;
	const length = samples.reduce((sum, sample) => sum + sample.length, 0);
	const lengths = runsOf(samples.map((sample) => sample.length));
	const isPlain = frameBytes !== null;
	const times = isPlain ? [[length, 1]] : lengths.map(({ count, value }) => [count, value]);
	const chunks = isPlain ? lengths.map(({ from, value }) => [from + 1, value, 1]) : [[1, 1, 1]];
	const sizes = isPlain
		? [frameBytes, length]
		: [0, samples.length, ...samples.map((one) => one.size)];
	const keys = samples.flatMap(({ isKey }, n) => (isKey ? [n + 1] : []));
	const places = samples.flatMap(({ at }) => [
		Math.floor((at + before) / 2 ** 32),
		(at + before) % 2 ** 32,
	]);
	const tables = box(
		"stbl",
		box("stsd", u32(0, 1), entry),
		table("stts", [times.length, ...times.flat()]),
		...(keys.length > 0 && keys.length < samples.length
			? [table("stss", [keys.length, ...keys])]
			: []),
		table("stsc", [chunks.length, ...chunks.flat()]),
		table("stsz", sizes),
		table("co64", [samples.length, ...places]),
	);
	const { width, height } = size ?? { width: 0, height: 0 };
	const header = [u32(7, 0, 0, id, 0, 0), zeros(16), UPRIGHT, u32(width * 65_536, height * 65_536)];
	return box(
		"trak",
		box("tkhd", ...header),
		box(
			"mdia",
			box("mdhd", u32(0, 0, 0, units, length), u16(0x55c4, 0)),
			box("hdlr", u32(0, 0), text(size ? "vide" : "soun"), zeros(13)),
			box("minf", tables),
		),
	);
}

/**
 * The beginning of an MP4 whose data are all of another file: followed by that file, it is an MP4 with these
 * tracks.
 */
export function mp4Beginning(tracks: readonly IndexedTrack[], fileSize: number): Bytes {
	const write = (before: number) => {
		const data = fileSize + 16;
		return joined([
			box("ftyp", text("isom"), u32(0), text("isommp41")),
			box(
				"moov",
				box("mvhd", u32(0, 0, 0, 1000, 0, 0x1_0000), zeros(12), UPRIGHT, zeros(24), u32(9)),
				...tracks.map((track, n) => trackBox(track, n + 1, before)),
			),
			u32(1),
			text("mdat"),
			u32(Math.floor(data / 2 ** 32), data % 2 ** 32),
		]);
	};
	// Every number has its width whatever it is, so that the length is known after a first time.
	return write(write(0).length);
}
