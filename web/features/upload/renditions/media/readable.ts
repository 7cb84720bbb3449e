import type { Bytes } from "../../../../upload-engine/bytes.ts";
import { aiffAsWav } from "./aiff.ts";
import { withPlainId3 } from "./id3.ts";

/**
 * How files of formats that the media library can't read are given to it, by their first bytes. Together they
 * are small beside the library; in chunks of their own, Firefox could not load them in a worker.
 */
const READERS: readonly { begins: RegExp; read: (file: Bytes) => Promise<Bytes | null> }[] = [
	{ begins: /^ID3/, read: withPlainId3 },
	{ begins: /^FORM....AIF[FC]/s, read: aiffAsWav },
];
const HEAD_BYTES = 12;

/** Returns a track or film as the media library can read it, if there is a way; else as it is. */
export async function readableMedia(file: Bytes): Promise<Bytes> {
	const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
	const beginning = String.fromCharCode(...head);
	const reader = READERS.find(({ begins }) => begins.test(beginning));
	return (await reader?.read(file)) ?? file;
}
