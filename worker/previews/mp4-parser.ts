import { type ClipMetadata, Cursor, NotAClip, type ParserSteps } from "./byte-parser.ts";
import { box, boxes } from "./mp4-boxes.ts";
import { header, type Places, readTrack, type Track } from "./mp4-track.ts";
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

/** What the packets of Opus play, in ms; each is looked at where the tables say it lies before `end`. */
function* opusMs(
	cursor: Cursor,
	{ sizes, chunks, runs }: Places,
	end: number,
): ParserSteps<number> {
	let ms = 0;
	let packet = 0;
	let run = 0;
	for (let chunk = 0; chunk < chunks.length; chunk++) {
		while ((runs[2 * run + 2] ?? Number.POSITIVE_INFINITY) <= chunk + 1) run += 1;
		const packets = runs[2 * run + 1] ?? 0;
		let at = chunks[chunk] ?? 0;
		for (let i = 0; i < packets && packet < sizes.length; i++, packet++) {
			const size = sizes[packet] ?? 0;
			if (at + size > end) throw new NotAClip("a packet beyond the data");
			yield* cursor.skipTo(at);
			ms += opusPacketMs(yield* cursor.take(Math.min(2, size)));
			at += size;
		}
	}
	if (packet !== sizes.length) throw new NotAClip("packets in no chunk");
	return ms;
}

/**
 * Walks an MP4 of `size` bytes as our clip maker writes them: its description first, then its data,
 * H.264 and one of AAC and Opus. Its length is the greatest of what headers and edit list say, what
 * its tables add up to, and what as many packets and frames play.
 */
export function* parseMp4(size: number): ParserSteps<ClipMetadata> {
	const cursor = new Cursor(size);
	const ftyp = yield* box(cursor, size);
	if (ftyp.type !== "ftyp") throw new NotAClip("no MP4");
	yield* cursor.skipTo(ftyp.end);
	const moov = yield* box(cursor, size);
	if (moov.type !== "moov") throw new NotAClip("no description before the data");
	const film = yield* movie(cursor, moov.end);
	const mdat = yield* box(cursor, size);
	if (mdat.type !== "mdat" || mdat.end !== size) throw new NotAClip("no data");
	const sound = film.tracks.find(({ codec }) => codec === "Opus");
	const soundMs = sound ? yield* opusMs(cursor, sound.places, mdat.end) : 0;
	yield* cursor.skipTo(size);
	if (film.tracks.length === 0) throw new NotAClip("nothing to play");
	const hasVideo = film.tracks.some(({ kind }) => kind === "vide");
	return {
		mimeType: hasVideo ? "video/mp4" : "audio/mp4",
		durationMs: Math.round(Math.max(film.ms, soundMs, ...film.tracks.map(({ ms }) => ms))),
		hasVideo,
	};
}
