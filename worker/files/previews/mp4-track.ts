import { type Cursor, MAX_FRAME_RATE, NotAClip, type ParserSteps } from "./byte-parser.ts";
import { boxes, MAX_ROWS, rows, start } from "./mp4-boxes.ts";
import { NO_PLACES, type Places } from "./mp4-places.ts";
import { AAC_CHANNEL_BYTES, AAC_SAMPLES, type AacConfig, aacConfig } from "./mp4-sound.ts";
import { editList, header } from "./mp4-times.ts";

/** Maximum number of chunks of a track; our clip maker writes one per half second. */
const MAX_CHUNKS = 50_000;

/** One track of a film or recording; `ms` is the maximum length that any of its data states. */
export type Track = {
	kind: "" | "vide" | "soun";
	codec: "" | "avc1" | "mp4a" | "Opus";
	ms: number;
	places: Places;
};

const VIDEO_CODECS = ["avc1", "avc3"];
/** Bytes of a sample entry before the boxes in it. */
const VIDEO_ENTRY = 78;
const SOUND_ENTRY = 28;

/** Data of a track from which its length is computed. */
type Tables = {
	timescale: number;
	aac: AacConfig | null;
	/** by `stts`, and by `stsz` */
	timed: number;
	sized: number;
	ticks: number;
	latestOffset: number;
	largest: number;
};

const NO_READERS: Readonly<Record<string, (end: number) => ParserSteps<void>>> = {};

/** The single entry of `stsd`: which codec, and for AAC its configuration. */
function* description(
	cursor: Cursor,
	end: number,
	track: Track,
	tables: Tables,
): ParserSteps<void> {
	if (track.kind === "") throw new NotAClip("a codec before its kind");
	if ((yield* start(cursor, end, 8)).getUint32(4) !== 1) throw new NotAClip("several codecs");
	const entry = (codec: Track["codec"], bytes: number) =>
		function* (entryEnd: number): ParserSteps<void> {
			track.codec = codec;
			const fixed = yield* start(cursor, entryEnd, bytes);
			if (codec !== "avc1" && fixed.getUint16(8) !== 0) throw new NotAClip("another version");
			const sound = function* (esdsEnd: number): ParserSteps<void> {
				yield* start(cursor, esdsEnd, 4);
				if (esdsEnd - cursor.at > 256) throw new NotAClip("too long a description");
				tables.aac = aacConfig(yield* cursor.take(esdsEnd - cursor.at));
			};
			yield* boxes(cursor, entryEnd, codec === "mp4a" ? { esds: sound } : NO_READERS, [
				"avcC",
				"pasp",
				"colr",
				"btrt",
				"dOps",
			]);
		};
	const entries =
		track.kind === "vide"
			? Object.fromEntries(VIDEO_CODECS.map((type) => [type, entry("avc1", VIDEO_ENTRY)]))
			: { mp4a: entry("mp4a", SOUND_ENTRY), Opus: entry("Opus", SOUND_ENTRY) };
	yield* boxes(cursor, end, entries);
	if (track.codec === "mp4a" && !tables.aac) throw new NotAClip("AAC without a configuration");
}

/**
 * Allocates a table that is kept, since it has the packets' positions. @throws NotAClip beyond `most`
 * rows.
 */
function room(rowCount: number, most: number, each = 1): Uint32Array {
	if (rowCount > most) throw new NotAClip("more packets than a clip has");
	return new Uint32Array(rowCount * each);
}

function* sampleTables(
	cursor: Cursor,
	end: number,
	track: Track,
	tables: Tables,
): ParserSteps<void> {
	/** A table of `rowBytes` per row, after a count at byte `countAt`. */
	const table = (
		countAt: number,
		rowBytes: number,
		prepare: (head: DataView, count: number) => (view: DataView, at: number, row: number) => void,
	) =>
		function* (tableEnd: number): ParserSteps<void> {
			if (track.codec === "") throw new NotAClip("a table before its codec");
			const head = yield* start(cursor, tableEnd, countAt + 4);
			const count = head.getUint32(countAt);
			yield* rows(cursor, tableEnd, rowBytes, prepare(head, count), count);
		};
	yield* boxes(
		cursor,
		end,
		{
			stsd: (childEnd) => description(cursor, childEnd, track, tables),
			stts: table(4, 8, () => (view, at) => {
				tables.timed += view.getUint32(at);
				tables.ticks += view.getUint32(at) * view.getUint32(at + 4);
			}),
			ctts: table(4, 8, (head) => {
				const isSigned = head.getUint8(0) === 1;
				return (view, at) => {
					const offset = isSigned ? view.getInt32(at + 4) : view.getUint32(at + 4);
					tables.latestOffset = Math.max(tables.latestOffset, offset);
				};
			}),
			stsz: table(8, 4, (head, count) => {
				if (head.getUint32(4) !== 0) throw new NotAClip("packets of one size");
				tables.sized = count;
				const sizes = room(count, MAX_ROWS);
				track.places.sizes = sizes;
				return (view, at, row) => {
					const size = view.getUint32(at);
					tables.largest = Math.max(tables.largest, size);
					sizes[row] = size;
				};
			}),
			stco: table(4, 4, (_head, count) => {
				const chunks = room(count, MAX_CHUNKS);
				track.places.chunks = chunks;
				return (view, at, row) => {
					chunks[row] = view.getUint32(at);
				};
			}),
			stsc: table(4, 12, (_head, count) => {
				const runs = room(count, MAX_CHUNKS, 2);
				track.places.runs = runs;
				return (view, at, row) => {
					runs[row * 2] = view.getUint32(at);
					runs[row * 2 + 1] = view.getUint32(at + 4);
				};
			}),
		},
		["cslg", "stss"],
	);
}

/** Returns the maximum length in ms that tables, headers and counts give a track. */
function longest(track: Track, tables: Tables, statedMs: number): number {
	const { timed, sized, ticks, latestOffset, timescale, aac, largest } = tables;
	if (track.codec === "" || timed !== sized || sized === 0) throw new NotAClip("no samples");
	const byTimes = ((ticks + latestOffset) * 1000) / timescale;
	let byCount = 0;
	if (track.codec === "avc1") byCount = (sized * 1000) / MAX_FRAME_RATE;
	if (aac) {
		byCount = (sized * AAC_SAMPLES * 1000) / aac.hertz;
		if (largest > AAC_CHANNEL_BYTES * aac.channels) throw new NotAClip("too large a packet");
	}
	return Math.max(statedMs, byTimes, byCount);
}

/** Reads one `trak` of a film with `movieTimescale` units per second. */
export function* readTrack(
	cursor: Cursor,
	end: number,
	movieTimescale: number,
): ParserSteps<Track> {
	const track: Track = { kind: "", codec: "", ms: 0, places: { ...NO_PLACES } };
	const tables: Tables = {
		timescale: 0,
		aac: null,
		timed: 0,
		sized: 0,
		ticks: 0,
		latestOffset: 0,
		largest: 0,
	};
	let statedMs = 0;
	let edits = { empty: 0, shown: 0 };
	const minf = (minfEnd: number) =>
		boxes(cursor, minfEnd, { stbl: (stblEnd) => sampleTables(cursor, stblEnd, track, tables) }, [
			"vmhd",
			"smhd",
			"dinf",
		]);
	const handler = function* (hdlrEnd: number): ParserSteps<void> {
		const view = yield* start(cursor, hdlrEnd, 12);
		const kind = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + 8, 4));
		if (kind !== "vide" && kind !== "soun") throw new NotAClip("another kind of track");
		track.kind = kind;
	};
	const mdia = (mdiaEnd: number) =>
		boxes(cursor, mdiaEnd, {
			*mdhd(mdhdEnd): ParserSteps<void> {
				const { timescale, duration } = yield* header(cursor, mdhdEnd);
				tables.timescale = timescale;
				statedMs = (duration * 1000) / timescale;
			},
			hdlr: handler,
			minf,
		});
	const edts = (edtsEnd: number) =>
		boxes(cursor, edtsEnd, {
			*elst(elstEnd): ParserSteps<void> {
				edits = yield* editList(cursor, elstEnd);
			},
		});
	yield* boxes(cursor, end, { edts, mdia }, ["tkhd", "udta"]);
	if (tables.timescale === 0) throw new NotAClip("a track without a clock");
	const ms = longest(track, tables, statedMs);
	const emptyMs = (edits.empty * 1000) / movieTimescale;
	const shownMs = (edits.shown * 1000) / movieTimescale;
	track.ms = emptyMs + Math.max(ms, shownMs);
	return track;
}
