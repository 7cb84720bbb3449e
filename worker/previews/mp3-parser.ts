import { type ClipMetadata, type Cursor, NotAClip, type ParserSteps } from "./byte-parser.ts";

/** Layer III in kbit/s by the header's index; 0 stands for rates that our clips never have. */
const KILOBITS_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0];
const KILOBITS_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0];
const HERTZ_V1 = [44_100, 48_000, 32_000, 0];

/** Bytes and seconds of the MPEG layer III frame with this header. @throws NotAClip */
function frameOf(first: number, second: number, third: number): { bytes: number; seconds: number } {
	const version = (second >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
	const isLayer3 = ((second >> 1) & 3) === 1;
	if (first !== 0xff || second >> 5 !== 7 || version === 1 || !isLayer3)
		throw new NotAClip("no MP3 frame");
	const isFirst = version === 3;
	const kilobits = (isFirst ? KILOBITS_V1 : KILOBITS_V2)[third >> 4] ?? 0;
	const hertz = (HERTZ_V1[(third >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4);
	if (kilobits === 0 || hertz === 0) throw new NotAClip("no rate");
	const samples = isFirst ? 1152 : 576;
	const bytes = Math.floor((samples / 8) * ((kilobits * 1000) / hertz)) + ((third >> 1) & 1);
	return { bytes, seconds: samples / hertz };
}

/**
 * Parses an MP3 frame by frame and adds up their duration: a length stated in a header at the start is
 * ignored. Tags and bytes between frames are refused.
 */
export function* parseMp3(cursor: Cursor): ParserSteps<ClipMetadata> {
	let seconds = 0;
	while (cursor.at < cursor.size) {
		const lacking = cursor.lacks(4);
		if (lacking > 0) yield lacking;
		const start = cursor.at;
		const frame = frameOf(cursor.byte(), cursor.byte(), cursor.byte());
		cursor.skipTo(start + frame.bytes);
		seconds += frame.seconds;
	}
	return { mimeType: "audio/mpeg", durationMs: Math.round(seconds * 1000), hasVideo: false };
}
