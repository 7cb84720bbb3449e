import { type Bytes, RemoteBytes } from "../../../../upload-engine/bytes.ts";
import {
	box,
	type IndexedSample,
	type IndexedTrack,
	joined,
	mp4Beginning,
	u8,
	u16,
	u32,
} from "./mp4-index.ts";
import { fourLetters, type RiffChunk, riffChunks, viewOf } from "./riff.ts";

/** Films of many hours have no more; what follows isn't seen. */
const MAX_SAMPLES = 1_000_000;
const ENTRY_BYTES = 16;
const KEY_FLAG = 0x10;
const MAX_FORMAT_BYTES = 4096;
const MAX_STREAMS = 16;
const MAX_EDGE = 16_384;
const H264 = ["H264", "X264", "AVC1", "DAVC", "VSSH"];
const [PCM, MP3, AAC] = [1, 0x55, 0xff];
const MP3_OBJECT = 0x6b;
const AAC_OBJECT = 0x40;

type Stream = Omit<IndexedTrack, "samples"> & {
	/** how long a chunk is in the stream's units, of plain samples a frame */
	length: number;
};

/**
 * Returns an AVI, of H.264, as an MP4, which the media library reads: an index is written before the file,
 * whose bytes stay where they are. Films of other codecs are of none there. Null without an index.
 */
export async function aviAsMp4(file: Bytes): Promise<Bytes | null> {
	const chunks = await riffChunks(file, 12, file.size);
	const [headers, movie] = [await listOf(file, chunks, "hdrl"), await listOf(file, chunks, "movi")];
	const index = chunks.find(({ name }) => name === "idx1");
	if (!headers || !movie || !index) return null;
	const streams: (Stream | null)[] = [];
	for (const list of await riffChunks(file, headers.start + 4, headers.end))
		if (list.name === "LIST" && streams.length < MAX_STREAMS)
			streams.push(await streamOf(file, list));
	const samples = await samplesOf(file, streams, movie, index);
	const tracks = streams.flatMap((stream, n) => {
		const own = samples[n];
		return stream && own?.length ? [{ ...stream, samples: own }] : [];
	});
	if (!tracks.some(({ size }) => size)) return null;
	const head = mp4Beginning(tracks, file.size);
	const read = async (start: number, end: number) => {
		const before = head.slice(start, end);
		const from = Math.max(0, start - head.length);
		const after = await file.slice(from, Math.max(from, end - head.length)).arrayBuffer();
		return joined([before, new Uint8Array(after)]).buffer;
	};
	return new RemoteBytes(read, head.length + file.size);
}

async function listOf(file: Bytes, chunks: readonly RiffChunk[], type: string) {
	for (const chunk of chunks)
		if (chunk.name === "LIST" && chunk.end - chunk.start >= 4) {
			const name = await viewOf(file, chunk.start, chunk.start + 4);
			if (fourLetters(name, 0) === type) return chunk;
		}
	return undefined;
}

async function streamOf(file: Bytes, list: RiffChunk): Promise<Stream | null> {
	const chunks = await riffChunks(file, list.start + 4, list.end);
	const part = async (name: string, least: number) => {
		const chunk = chunks.find((one) => one.name === name);
		if (!chunk || chunk.end - chunk.start < least) return null;
		return viewOf(file, chunk.start, Math.min(chunk.end, chunk.start + MAX_FORMAT_BYTES));
	};
	const header = await part("strh", 48);
	if (!header) return null;
	const [scale, rate] = [header.getUint32(20, true), header.getUint32(24, true)];
	if (scale < 1 || rate < 1) return null;
	const kind = fourLetters(header, 0);
	const timing = { units: rate, length: scale };
	if (kind === "vids") {
		const format = await part("strf", 40);
		const film = format && filmEntry(format);
		return film && { ...film, ...timing, frameBytes: null };
	}
	const format = kind === "auds" ? await part("strf", 16) : null;
	return format && soundStream(format, timing, header.getUint32(44, true));
}

function filmEntry(format: DataView): Pick<Stream, "entry" | "size"> | null {
	const width = format.getInt32(4, true);
	const height = Math.abs(format.getInt32(8, true));
	if (![width, height].every((edge) => edge >= 1 && edge <= MAX_EDGE)) return null;
	const isH264 = H264.includes(fourLetters(format, 16).toUpperCase());
	const more = bytesFrom(format, 40);
	const entry = box(
		isH264 ? "avc1" : "none",
		u16(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, width, height, 0x48, 0, 0x48, 0, 0, 0, 1),
		new Uint8Array(32),
		u16(24, 0xffff),
		// Without it the units of each picture follow a start code, as in most of these files.
		...(isH264 && more[0] === 1 ? [box("avcC", more)] : []),
	);
	return { entry, size: { width, height } };
}

const bytesFrom = ({ buffer }: DataView, start: number) =>
	Uint8Array.from(new Uint8Array(buffer).subarray(start));

function soundStream(
	format: DataView,
	timing: Pick<Stream, "units" | "length">,
	sampleSize: number,
): Stream | null {
	const kind = format.getUint16(0, true);
	const channels = format.getUint16(2, true);
	const hertz = format.getUint32(4, true);
	const frameBytes = format.getUint16(12, true);
	const bits = format.getUint16(14, true);
	if (channels < 1 || channels > 8 || hertz < 1000 || hertz > 65_535) return null;
	const entry = (name: string, ...boxes: Uint8Array<ArrayBuffer>[]) =>
		box(name, u16(0, 0, 0, 1, 0, 0, 0, 0, channels, bits || 16, 0, 0, hertz, 0), ...boxes);
	if (kind === PCM) {
		if (![8, 16].includes(bits) || frameBytes !== (channels * bits) / 8) return null;
		const name = bits === 8 ? "raw " : "sowt";
		return { entry: entry(name), units: hertz, length: 1, size: null, frameBytes };
	}
	// With a fixed size the packets don't begin where the chunks do.
	if ((kind !== MP3 && kind !== AAC) || sampleSize !== 0) return null;
	const own = kind === AAC ? bytesFrom(format, 18) : u8();
	if (own.length > 64) return null;
	const object = joined([
		u8(kind === MP3 ? MP3_OBJECT : AAC_OBJECT, 0x15),
		u8(...Array(11).fill(0)),
	]);
	const decoder = own.length > 0 ? [u8(5, own.length), own] : [];
	const inner = joined([object, ...decoder]);
	const description = joined([u16(0), u8(0), u8(4, inner.length), inner]);
	const esds = box("esds", u32(0), u8(3, description.length), description);
	return { entry: entry("mp4a", esds), ...timing, size: null, frameBytes: null };
}

/** The samples of every stream by the file's index. */
async function samplesOf(
	file: Bytes,
	streams: readonly (Stream | null)[],
	movie: RiffChunk,
	index: RiffChunk,
): Promise<IndexedSample[][]> {
	const samples: IndexedSample[][] = streams.map(() => []);
	const end = Math.min(index.end, index.start + MAX_SAMPLES * ENTRY_BYTES);
	const entries = await viewOf(file, index.start, end);
	const count = Math.floor(entries.byteLength / ENTRY_BYTES);
	if (count === 0) return samples;
	// Places are counted from the list of the data; some programs count them from the file's beginning.
	const first = movie.start + entries.getUint32(8, true);
	const name = first + 4 <= file.size ? await viewOf(file, first, first + 4) : null;
	const base = name && fourLetters(name, 0) === fourLetters(entries, 0) ? movie.start : 0;
	for (let n = 0; n < count; n++) {
		const entry = n * ENTRY_BYTES;
		const id = fourLetters(entries, entry);
		const stream = /^\d\d/.test(id) ? Number(id.slice(0, 2)) : -1;
		const [track, own] = [streams[stream], samples[stream]];
		if (!track || !own || !["dc", "db", "wb"].includes(id.slice(2))) continue;
		const at = base + entries.getUint32(entry + 8, true) + 8;
		const size = entries.getUint32(entry + 12, true);
		const last = own.at(-1);
		// An empty chunk shows the picture before it for longer.
		if (size === 0 && last && !track.frameBytes) last.length += track.length;
		const frames = track.frameBytes ? Math.floor(size / track.frameBytes) : 1;
		if (size === 0 || frames === 0 || at + size > file.size) continue;
		const isKey = track.size === null || (entries.getUint32(entry + 4, true) & KEY_FLAG) !== 0;
		own.push({ at, size, length: track.length * frames, isKey });
	}
	return samples;
}
