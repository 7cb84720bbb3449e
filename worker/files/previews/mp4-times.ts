import { type Cursor, NotAClip, type ParserSteps } from "./byte-parser.ts";
import { rows, start } from "./mp4-boxes.ts";

/** Version 0 has 32-bit times and durations, version 1 has 64. */
function wide(view: DataView, at: number, isWide: boolean): number {
	return isWide ? Number(view.getBigUint64(at)) : view.getUint32(at);
}

/** The units per second and the duration in them, from `mvhd` or `mdhd`. */
export function* header(
	cursor: Cursor,
	end: number,
): ParserSteps<{ timescale: number; duration: number }> {
	const version = (yield* start(cursor, end, 4)).getUint8(0);
	if (version > 1) throw new NotAClip("another version");
	const view = yield* start(cursor, end, version === 1 ? 28 : 16);
	const at = version === 1 ? 16 : 8;
	const timescale = view.getUint32(at);
	if (timescale === 0) throw new NotAClip("no clock");
	return { timescale, duration: wide(view, at + 4, version === 1) };
}

/**
 * Our edit lists only shift a track: one edit at normal speed, after at most one empty one. Returns the
 * resulting length in the film's units.
 */
export function* editList(
	cursor: Cursor,
	end: number,
): ParserSteps<{ empty: number; shown: number }> {
	const head = yield* start(cursor, end, 8);
	const isWide = head.getUint8(0) === 1;
	const count = head.getUint32(4);
	const edits = { empty: 0, shown: 0, real: 0 };
	yield* rows(
		cursor,
		end,
		isWide ? 20 : 12,
		(view, at) => {
			const duration = wide(view, at, isWide);
			const from = isWide ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4);
			const rate = view.getInt32(at + (isWide ? 16 : 8));
			if (from === -1 && edits.real === 0) edits.empty += duration;
			else {
				edits.real += 1;
				edits.shown += duration;
			}
			if (from < -1 || rate !== 0x10000) throw new NotAClip("another speed");
		},
		count,
	);
	if (count > 2 || edits.real > 1) throw new NotAClip("more edits than one");
	return edits;
}
