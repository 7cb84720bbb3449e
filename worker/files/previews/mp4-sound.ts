import { NotAClip } from "./byte-parser.ts";

/**
 * AAC according to its configuration: the parameters are read from there, not from the enclosing boxes.
 */
export type AacConfig = { hertz: number; channels: number };

const HERTZ = [
	96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
	7_350,
];
/** AAC-LC, and the two extensions of it that players may ignore. */
const OBJECT_TYPES = [2, 5, 29];
/** Samples per packet; 960 would be possible, and shorter. */
export const AAC_SAMPLES = 1024;
/** Maximum bytes per packet and channel (ISO/IEC 14496-3: 6,144 bits). */
export const AAC_CHANNEL_BYTES = 768;

/** Reads the bits of a few bytes, most significant first. */
class Bits {
	private at = 0;
	private readonly bytes: Uint8Array;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}

	read(count: number): number {
		if (this.at + count > this.bytes.length * 8) throw new NotAClip("too short a configuration");
		let value = 0;
		for (let bit = 0; bit < count; bit++, this.at++)
			value = value * 2 + (((this.bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1);
		return value;
	}
}

function configOf(bytes: Uint8Array): AacConfig {
	const bits = new Bits(bytes);
	if (!OBJECT_TYPES.includes(bits.read(5))) throw new NotAClip("another kind of AAC");
	const index = bits.read(4);
	const hertz = index === 15 ? bits.read(24) : (HERTZ[index] ?? 0);
	const layout = bits.read(4);
	if (hertz === 0 || layout === 0 || layout > 7) throw new NotAClip("no such AAC");
	return { hertz, channels: layout === 7 ? 8 : layout };
}

/** Tag, length and contents of an MPEG-4 descriptor at the start of `bytes`. */
function descriptor(bytes: Uint8Array, tag: number): Uint8Array {
	if (bytes[0] !== tag) throw new NotAClip("another descriptor");
	let length = 0;
	for (let at = 1; at <= 4; at++) {
		const byte = bytes[at] ?? 0;
		length = length * 128 + (byte & 0x7f);
		if (byte >= 0x80) continue;
		if (at + 1 + length > bytes.length) break;
		return bytes.subarray(at + 1, at + 1 + length);
	}
	throw new NotAClip("no descriptor");
}

/** Returns the AAC configuration in an `esds` box, given without the box's header and version. */
export function aacConfig(esds: Uint8Array): AacConfig {
	const stream = descriptor(esds, 3);
	// Two bytes of id, and flags for parts that our clip maker does not write.
	if (stream[2] !== 0) throw new NotAClip("a stream with more parts");
	const decoder = descriptor(stream.subarray(3), 4);
	if (decoder[0] !== 0x40) throw new NotAClip("no AAC");
	return configOf(descriptor(decoder.subarray(13), 5));
}
