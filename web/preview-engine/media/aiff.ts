import { type Bytes, viewOf } from "../../upload-engine/bytes.ts";
import { type WavFormat, wavHeader } from "./wav-header.ts";

/** Bytes; the rest of a longer recording is left out. */
const MAX_SAMPLES = 256 * 1024 * 1024;
const MAX_CHUNKS = 1000;

/** `isLittle`: AIFC may reverse the byte order. */
type Sound = WavFormat & { isLittle: boolean };

/** Null unless it is an AIFF or uncompressed AIFC. */
export async function aiffAsWav(file: Bytes): Promise<Blob | null> {
	const head = await viewOf(file, 0, 12);
	if (head.byteLength < 12 || textAt(head, 0) !== "FORM") return null;
	const form = textAt(head, 8);
	if (form !== "AIFF" && form !== "AIFC") return null;
	let sound: Sound | null = null;
	let samples: Bytes | null = null;
	for (let at = 12, chunk = 0; at + 8 <= file.size && chunk < MAX_CHUNKS; chunk++) {
		const header = await viewOf(file, at, at + 8);
		const size = header.getUint32(4);
		const type = textAt(header, 0);
		if (type === "COMM") sound = common(await viewOf(file, at + 8, at + 8 + Math.min(size, 26)));
		if (type === "SSND") samples = file.slice(at + 16, Math.min(at + 8 + size, file.size));
		at += 8 + size + (size % 2);
	}
	return sound && samples && wav(sound, samples);
}

function common(chunk: DataView): Sound | null {
	if (chunk.byteLength < 18) return null;
	const kind = chunk.byteLength >= 22 ? textAt(chunk, 18) : "NONE";
	const known = ["NONE", "twos", "sowt", "in24", "in32", "fl32", "FL32", "raw "];
	const sound = {
		channels: chunk.getUint16(0),
		bits: Math.ceil(chunk.getUint16(6) / 8) * 8,
		hertz: Math.round(extended(chunk, 8)),
		isLittle: kind === "sowt",
		isFloat: kind.toLowerCase() === "fl32",
	};
	const isSound =
		known.includes(kind) &&
		[8, 16, 24, 32].includes(sound.bits) &&
		sound.channels >= 1 &&
		sound.channels <= 8 &&
		sound.hertz >= 1000 &&
		sound.hertz <= 400_000;
	return isSound ? sound : null;
}

function extended(chunk: DataView, at: number): number {
	const exponent = (chunk.getUint16(at) & 0x7fff) - 16_383 - 63;
	return Number(chunk.getBigUint64(at + 2)) * 2 ** exponent;
}

async function wav(sound: Sound, samples: Bytes): Promise<Blob> {
	const { channels, bits, hertz, isLittle, isFloat } = sound;
	const frame = (channels * bits) / 8;
	const length = Math.floor(Math.min(samples.size, MAX_SAMPLES) / frame) * frame;
	const bytes = new Uint8Array(await samples.slice(0, length).arrayBuffer());
	if (bits === 8) for (let at = 0; at < length; at++) bytes[at] = (bytes[at] ?? 0) ^ 0x80;
	else if (!isLittle) reverse(bytes, bits / 8);
	return new Blob([wavHeader({ channels, bits, hertz, isFloat }, length), bytes]);
}

function reverse(bytes: Uint8Array, width: number): void {
	for (let at = 0; at + width <= bytes.length; at += width)
		bytes.subarray(at, at + width).reverse();
}

function textAt(bytes: DataView, at: number): string {
	return [0, 1, 2, 3].map((i) => String.fromCharCode(bytes.getUint8(at + i))).join("");
}
