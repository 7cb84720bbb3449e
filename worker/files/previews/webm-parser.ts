import {
	type ClipMetadata,
	type Cursor,
	checkOverhead,
	MAX_FRAME_RATE,
	NotAClip,
	type ParserSteps,
} from "./byte-parser.ts";
import { opusPacketMs } from "./opus-packet.ts";

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const CLUSTER = 0x1f43b675;
const TRACK_ENTRY = 0xae;
/** Elements that may occur between those that are read: SeekHead, Cues, Void. */
const PASSED = new Set([0x114d9b74, 0x1c53bb6b, 0xec]);
const TRACK_NUMBER = 0xd7;
const CODEC_ID = 0x86;
/**
 * UID, type, flags, Language, CodecPrivate, CodecDelay, SeekPreRoll, Name, DefaultDuration, Video and
 * Audio. Elements that change the interpretation of time or bytes (a time scale, encodings) are not among
 * them.
 */
const TRACK_PASSED = new Set([
	0x73c5, 0x83, 0x88, 0x55aa, 0x55ab, 0x55ac, 0x55ae, 0x55af, 0x9c, 0x22b59c, 0x63a2, 0x56aa,
	0x56bb, 0x536e, 0x23e383, 0xe0, 0xe1,
]);
/** In accepted files one tick is a millisecond. */
const TICK_NS = 1_000_000;
const MAX_TRACKS = 2;
/**
 * An element's id and size have at most 12 bytes; a block has four more, and two bytes of a packet are
 * read.
 */
const ELEMENT_START = 12;
/** All bits set mean an unknown size, by the number of its bytes. */
const UNKNOWN_SIZES = Array.from({ length: 9 }, (_, bytes) => 2 ** (7 * bytes) - 1);
const BLOCK_START = ELEMENT_START + 6;
/** Elements other than blocks and their cluster; our clip maker writes about 40. */
const MAX_OTHERS = 200;

type Element = { id: number; end: number };
type Track = { codec: "V_VP8" | "A_OPUS"; frames: number; ms: number };
/** `ms` is where the last frame or packet ends according to the timestamps. */
type Film = {
	tracks: Map<number, Track>;
	statedMs: number;
	ms: number;
	frames: { count: number; bytes: number };
	others: number;
};

/** An unsigned number of at most eight bytes. */
function unsigned(bytes: Uint8Array): number {
	return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

function float(bytes: Uint8Array): number {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length === 8) return view.getFloat64(0);
	if (bytes.length === 4) return view.getFloat32(0);
	throw new NotAClip("no such float");
}

/** Id and end of the element that begins here. */
function elementHere(cursor: Cursor, parentEnd: number): Element {
	let id = cursor.byte();
	const idLength = Math.clz32(id) - 23;
	if (idLength > 4) throw new NotAClip("no element");
	for (let more = 1; more < idLength; more++) id = id * 256 + cursor.byte();
	const first = cursor.byte();
	const sizeLength = Math.clz32(first) - 23;
	if (sizeLength > 8) throw new NotAClip("no size");
	let size = first & (0xff >> sizeLength);
	for (let more = 1; more < sizeLength; more++) size = size * 256 + cursor.byte();
	const end = cursor.at + size;
	if (end > parentEnd) throw new NotAClip("an element beyond its parent");
	if (size === UNKNOWN_SIZES[sizeLength]) throw new NotAClip("an element without a size");
	return { id, end };
}

function* element(cursor: Cursor, parentEnd: number): ParserSteps<Element> {
	const lacking = cursor.lacks(ELEMENT_START);
	if (lacking > 0) yield lacking;
	return elementHere(cursor, parentEnd);
}

function countOther(film: Film): void {
	film.others += 1;
	if (film.others > MAX_OTHERS) throw new NotAClip("more elements than we write");
}

/** Returns the next element other than a block, of which a clip has few. */
function* other(cursor: Cursor, film: Film, parentEnd: number): ParserSteps<Element> {
	countOther(film);
	return yield* element(cursor, parentEnd);
}

function* value(cursor: Cursor, { end }: Element): ParserSteps<Uint8Array> {
	if (end - cursor.at > 64) throw new NotAClip("too long a value");
	return yield* cursor.take(end - cursor.at);
}

function* info(cursor: Cursor, film: Film, end: number): ParserSteps<void> {
	while (cursor.at < end) {
		const child = yield* other(cursor, film, end);
		if (child.id === 0x2ad7b1) {
			if (unsigned(yield* value(cursor, child)) !== TICK_NS) throw new NotAClip("another clock");
		} else if (child.id === 0x4489) {
			film.statedMs = float(yield* value(cursor, child));
			if (!(film.statedMs >= 0)) throw new NotAClip("no duration");
		} else cursor.skipTo(child.end);
	}
}

function* trackEntry(cursor: Cursor, film: Film, end: number): ParserSteps<void> {
	let number = 0;
	let codec = "";
	while (cursor.at < end) {
		const child = yield* other(cursor, film, end);
		if (child.id === TRACK_NUMBER) number = unsigned(yield* value(cursor, child));
		else if (child.id === CODEC_ID) codec = String.fromCharCode(...(yield* value(cursor, child)));
		else if (TRACK_PASSED.has(child.id)) cursor.skipTo(child.end);
		else throw new NotAClip("a track that we don't write");
	}
	if (codec !== "V_VP8" && codec !== "A_OPUS") throw new NotAClip("another codec");
	const isTwice = [...film.tracks].some(([id, track]) => id === number || track.codec === codec);
	if (isTwice || film.tracks.size >= MAX_TRACKS) throw new NotAClip("more tracks");
	film.tracks.set(number, { codec, frames: 0, ms: 0 });
}

function* tracks(cursor: Cursor, film: Film, end: number): ParserSteps<void> {
	while (cursor.at < end) {
		const child = yield* other(cursor, film, end);
		if (child.id !== TRACK_ENTRY) throw new NotAClip("no track");
		yield* trackEntry(cursor, film, child.end);
	}
}

/**
 * A SimpleBlock: number of its track, time in ticks relative to its cluster, flags, one frame or packet.
 */
function block(cursor: Cursor, film: Film, clusterMs: number, end: number): void {
	if (end - cursor.at < 5) throw new NotAClip("an empty block");
	const number = cursor.byte();
	const track = film.tracks.get(number & 0x7f);
	if (number < 0x81 || !track) throw new NotAClip("a block of no track");
	const ticks = ((cursor.byte() << 24) >> 16) | cursor.byte();
	// Laced blocks contain several frames.
	if ((cursor.byte() & 0x06) !== 0) throw new NotAClip("a laced block");
	film.frames.count += 1;
	film.frames.bytes += end - cursor.at;
	const isSound = track.codec === "A_OPUS";
	const ms = isSound ? opusPacketMs(cursor.byte(), cursor.at < end ? cursor.byte() : 0) : 0;
	track.frames += 1;
	track.ms += ms;
	film.ms = Math.max(film.ms, clusterMs + ticks + ms);
	cursor.skipTo(end);
}

function* cluster(cursor: Cursor, film: Film, end: number): ParserSteps<void> {
	const time = yield* element(cursor, end);
	if (time.id !== 0xe7) throw new NotAClip("a cluster without its time");
	const clusterMs = unsigned(yield* value(cursor, time));
	if (cursor.at === end) throw new NotAClip("a cluster of nothing");
	while (cursor.at < end) {
		const lacking = cursor.lacks(BLOCK_START);
		if (lacking > 0) yield lacking;
		const child = elementHere(cursor, end);
		if (child.id !== 0xa3) throw new NotAClip("an element that we don't write");
		block(cursor, film, clusterMs, child.end);
	}
}

function* header(cursor: Cursor, film: Film): ParserSteps<void> {
	const ebml = yield* element(cursor, cursor.size);
	if (ebml.id !== EBML) throw new NotAClip("no EBML");
	let type = "";
	while (cursor.at < ebml.end) {
		const child = yield* other(cursor, film, ebml.end);
		if (child.id === 0x4282) type = String.fromCharCode(...(yield* value(cursor, child)));
		else cursor.skipTo(child.end);
	}
	if (type !== "webm") throw new NotAClip("no WebM");
}

/**
 * Parses a WebM with VP8, Opus or both, block by block. Its length is the maximum of what it states,
 * where its timestamps end, the duration of its audio packets, and what its frames need at
 * `MAX_FRAME_RATE`.
 */
export function* parseWebm(cursor: Cursor): ParserSteps<ClipMetadata> {
	const { size } = cursor;
	const frames = { count: 0, bytes: 0 };
	const film: Film = { tracks: new Map(), statedMs: 0, ms: 0, frames, others: 0 };
	yield* header(cursor, film);
	const segment = yield* element(cursor, size);
	if (segment.id !== SEGMENT || segment.end !== size) throw new NotAClip("no segment");
	while (cursor.at < size) {
		const child = yield* element(cursor, size);
		if (child.id === CLUSTER) {
			yield* cluster(cursor, film, child.end);
			continue;
		}
		countOther(film);
		if (child.id === INFO) yield* info(cursor, film, child.end);
		else if (child.id === TRACKS) yield* tracks(cursor, film, child.end);
		else if (PASSED.has(child.id)) cursor.skipTo(child.end);
		else throw new NotAClip("an element that we don't write");
	}
	checkOverhead(size, frames);
	const all = [...film.tracks.values()];
	if (!all.some((track) => track.frames > 0)) throw new NotAClip("nothing to play");
	const hasVideo = all.some((track) => track.codec === "V_VP8");
	const lengths = all.map((track) => Math.max(track.ms, (track.frames * 1000) / MAX_FRAME_RATE));
	return {
		mimeType: hasVideo ? "video/webm" : "audio/webm",
		durationMs: Math.round(Math.max(film.statedMs, film.ms, ...lengths)),
		hasVideo,
	};
}
