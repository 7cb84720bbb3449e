import { canEncodeAudio, Quality } from "mediabunny";
import { CLIP_SOUND_BITS } from "../../../../../worker/contract/files/previews.ts";

/** The audio codec of clips. */
export const SOUND = {
	quality: new Quality({ bitrate: CLIP_SOUND_BITS }),
	numberOfChannels: 2,
	sampleRate: 48_000,
} as const;

let support: Promise<boolean> | undefined;

/**
 * Returns whether AAC can be encoded, which every player supports; Opus in MP4 is silent on iPhones
 * before iOS 17. Loads an encoder where the browser has none. Never throws.
 */
export function canWriteAac(): Promise<boolean> {
	support ??= findEncoder().catch(() => false);
	return support;
}

async function findEncoder(): Promise<boolean> {
	if (await canEncodeAudio("aac", SOUND)) return true;
	if (!mayCompile()) return false;
	const { registerAacEncoder } = await import("@mediabunny/aac-encoder");
	registerAacEncoder();
	return canEncodeAudio("aac", SOUND);
}

/** False where the document's policy or the browser's own settings forbid WebAssembly. */
function mayCompile(): boolean {
	try {
		// An empty module: only the magic number and version.
		new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
		return true;
	} catch {
		return false;
	}
}
