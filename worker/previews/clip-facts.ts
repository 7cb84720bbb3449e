import { ADTS, CustomSource, FLAC, Input, MP3, MP4, OGG, WAVE, WEBM } from "mediabunny";

/** What a clip's own bytes say. */
export type ClipFacts = { mimeType: string; durationMs: number; hasVideo: boolean };

/** Types a clip may have, by what the parser calls the container. */
const TYPES: Readonly<Record<string, readonly [video: string, audio: string]>> = {
	MP4: ["video/mp4", "audio/mp4"],
	WebM: ["video/webm", "audio/webm"],
	MP3: ["audio/mpeg", "audio/mpeg"],
	Ogg: ["video/ogg", "audio/ogg"],
	WAVE: ["audio/wav", "audio/wav"],
	FLAC: ["audio/flac", "audio/flac"],
	ADTS: ["audio/aac", "audio/aac"],
};
/** Reads a parser may make of one clip; a container that wants more is built to waste them. */
const MAX_READS = 400;

/**
 * Reads kind and length of a stored clip from its container, without decoding anything and without
 * holding it: the parser gets the ranges it asks for. Null when it is no clip. Import this module
 * only when there is a clip to read, so that no other request pays for the parser.
 */
export async function clipFacts(
	files: R2Bucket,
	objectKey: string,
	size: number,
): Promise<ClipFacts | null> {
	let reads = 0;
	const source = new CustomSource({
		getSize: () => size,
		read: async (start, end) => {
			reads += 1;
			if (reads > MAX_READS) throw new Error("too many reads");
			const object = await files.get(objectKey, {
				range: { offset: start, length: end - start },
			});
			if (!object) throw new Error("the clip is gone");
			return new Uint8Array(await object.arrayBuffer());
		},
		prefetchProfile: "network",
	});
	const input = new Input({ source, formats: [MP4, WEBM, MP3, OGG, WAVE, FLAC, ADTS] });
	try {
		const types = TYPES[(await input.getFormat()).name];
		const seconds = await input.computeDuration();
		if (!types || !Number.isFinite(seconds) || seconds <= 0) return null;
		const hasVideo = (await input.getPrimaryVideoTrack()) !== null;
		return {
			mimeType: types[hasVideo ? 0 : 1],
			durationMs: Math.round(seconds * 1000),
			hasVideo,
		};
	} catch {
		// Whatever the parser trips over, the bytes are no clip that a player could trust.
		return null;
	} finally {
		input.dispose();
	}
}
