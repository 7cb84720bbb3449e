import {
	type ClipMetadata,
	type Cursor,
	checkOverhead,
	NotAClip,
	type ParserSteps,
} from "./byte-parser.ts";
import { box, boxes } from "./mp4-boxes.ts";
import { chunksOfTrack, type Places, usedBytes } from "./mp4-places.ts";
import { header } from "./mp4-times.ts";
import { readTrack, type Track } from "./mp4-track.ts";
import { opusPacketMs } from "./opus-packet.ts";

type Film = { timescale: number; ms: number; tracks: Track[] };

function* movie(cursor: Cursor, end: number): ParserSteps<Film> {
	const film: Film = { timescale: 0, ms: 0, tracks: [] };
	yield* boxes(cursor, end, {
		*mvhd(childEnd): ParserSteps<void> {
			const { timescale, duration } = yield* header(cursor, childEnd);
			film.timescale = timescale;
			film.ms = (duration * 1000) / timescale;
		},
		*trak(childEnd): ParserSteps<void> {
			if (film.timescale === 0) throw new NotAClip("a track before the film's clock");
			const track = yield* readTrack(cursor, childEnd, film.timescale);
			if (film.tracks.some(({ kind }) => kind === track.kind)) throw new NotAClip("more tracks");
			film.tracks.push(track);
		},
	});
	return film;
}

/** The duration of the Opus packets in ms; each is read at the position given by the tables. */
function* opusMs(cursor: Cursor, places: Places): ParserSteps<number> {
	let ms = 0;
	for (const chunk of chunksOfTrack(places)) {
		let at = chunk.from;
		for (let packet = chunk.first; packet < chunk.end; packet++) {
			const size = places.sizes[packet] ?? 0;
			if (size === 0) throw new NotAClip("an empty packet");
			cursor.skipTo(at);
			const lacking = cursor.lacks(Math.min(2, size));
			if (lacking > 0) yield lacking;
			ms += opusPacketMs(cursor.byte(), size > 1 ? cursor.byte() : 0);
			at += size;
		}
	}
	return ms;
}

/**
 * Parses an MP4 as our clip maker writes them: its description first, then its data, H.264 and either AAC
 * or Opus, in which every byte belongs to a packet or describes packets. Its length is the maximum of
 * what headers and edit list state, the sum of its tables, and the duration of that many packets and
 * frames.
 */
export function* parseMp4(cursor: Cursor): ParserSteps<ClipMetadata> {
	const { size } = cursor;
	const ftyp = yield* box(cursor, size);
	if (ftyp.type !== "ftyp") throw new NotAClip("no MP4");
	cursor.skipTo(ftyp.end);
	const moov = yield* box(cursor, size);
	if (moov.type !== "moov") throw new NotAClip("no description before the data");
	const film = yield* movie(cursor, moov.end);
	const mdat = yield* box(cursor, size);
	if (mdat.type !== "mdat" || mdat.end !== size) throw new NotAClip("no data");
	const sound = film.tracks.find(({ codec }) => codec === "Opus");
	const places = film.tracks.map((track) => track.places);
	checkOverhead(size, usedBytes(places, cursor.at, mdat.end));
	const soundMs = sound ? yield* opusMs(cursor, sound.places) : 0;
	cursor.skipTo(size);
	if (film.tracks.length === 0) throw new NotAClip("nothing to play");
	const hasVideo = film.tracks.some(({ kind }) => kind === "vide");
	return {
		mimeType: hasVideo ? "video/mp4" : "audio/mp4",
		durationMs: Math.round(Math.max(film.ms, soundMs, ...film.tracks.map(({ ms }) => ms))),
		hasVideo,
	};
}
