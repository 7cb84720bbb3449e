import { NotAClip } from "./byte-parser.ts";

const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];
/** No packet is longer. */
const MAX_MS = 120;

function frameMs(config: number): number {
	if (config < 12) return SILK_MS[config & 3] ?? 0;
	return (config < 16 ? HYBRID_MS[config & 1] : CELT_MS[config & 3]) ?? 0;
}

/**
 * Returns the duration of an Opus packet in ms, from its first two bytes (RFC 6716 §3.1); the second is 0
 * for a packet of one byte. @throws NotAClip for a packet that no decoder accepts.
 */
export function opusPacketMs(toc: number, count: number): number {
	const code = toc & 3;
	const frames = code === 0 ? 1 : code < 3 ? 2 : count & 63;
	const ms = frames * frameMs(toc >> 3);
	if (ms === 0 || ms > MAX_MS) throw new NotAClip("no Opus packet");
	return ms;
}
