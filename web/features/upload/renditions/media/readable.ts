import type { Bytes } from "../bytes.ts";

/** How files of formats that the media library can't read are given to it, by their first bytes. */
const READERS: readonly {
	begins: RegExp;
	read: () => Promise<(file: Bytes) => Promise<Bytes | null>>;
}[] = [
	{ begins: /^FORM....AIF[FC]/s, read: async () => (await import("./aiff.ts")).aiffAsWav },
	{ begins: /^RIFF....WAVE/s, read: async () => (await import("./adpcm-wav.ts")).adpcmAsWav },
	{ begins: /^RIFF....AVI /s, read: async () => (await import("./avi.ts")).aviAsMp4 },
	{
		begins: /^OggS.{24}\u007fFLAC/s,
		read: async () => (await import("./ogg-flac.ts")).oggFlacAsFlac,
	},
];
const HEAD_BYTES = 40;

/** Returns a track or film as the media library can read it, if there is a way; else as it is. */
export async function readableMedia(file: Bytes): Promise<Bytes> {
	const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
	const beginning = String.fromCharCode(...head);
	const reader = READERS.find(({ begins }) => begins.test(beginning));
	return (await (await reader?.read())?.(file)) ?? file;
}
