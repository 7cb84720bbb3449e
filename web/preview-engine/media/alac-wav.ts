import { EncodedPacketSink, type InputAudioTrack } from "mediabunny";
import { type Bytes, RemoteBytes, viewOf } from "../../upload-engine/bytes.ts";
import { alacFormat, alacSamples } from "./alac.ts";
import { WAV_HEADER_BYTES, wavHeader } from "./wav-header.ts";

/** Bytes; a longer description isn't searched. */
const MAX_DESCRIPTION = 32 * 1024 * 1024;
const MAX_BOXES = 1000;
const MOOV = 0x6d6f6f76;
/** The format's box: its size, "alac", no flags. */
const FORMAT_BOXES = [36, 60].map((size) => [0, 0, 0, size, 0x61, 0x6c, 0x61, 0x63, 0, 0, 0, 0]);

/** The sizes in a WAV have 32 bits. */
const MAX_BYTES = 0xffff_0000;

/** Returns a WAV whose packets are decoded as they are read; null if the format is unknown. */
export async function alacAsWav(file: Bytes, track: InputAudioTrack): Promise<Bytes | null> {
	const format = await formatOf(file);
	if (!format) return null;
	const { hertz, channels } = format;
	const sink = new EncodedPacketSink(track);
	const first = await track.getFirstTimestamp();
	const seconds = (await track.computeDuration()) - first;
	const frame = channels * 2;
	const block = format.frames * frame;
	const length = Math.min(Math.round(seconds * hertz) * frame, MAX_BYTES - (MAX_BYTES % frame));
	if (!(length > 0)) return null;
	const header = wavHeader({ channels, hertz, bits: 16, isFloat: false }, length);
	let known: { index: number; bytes: Uint8Array } | null = null;
	const blockBytes = async (index: number): Promise<Uint8Array> => {
		if (known?.index === index) return known.bytes;
		const packet = await sink.getPacket(first + ((index + 0.5) * format.frames) / hertz);
		const view = new DataView(new ArrayBuffer(block));
		const samples = packet ? alacSamples(packet.data, format) : [];
		for (const [at, sample] of samples.entries()) view.setInt16(at * 2, sample, true);
		known = { index, bytes: new Uint8Array(view.buffer) };
		return known.bytes;
	};
	const read = async (start: number, end: number): Promise<ArrayBuffer> => {
		const piece = new Uint8Array(end - start);
		if (start < WAV_HEADER_BYTES) piece.set(header.subarray(start, end));
		let at = Math.max(start, WAV_HEADER_BYTES);
		while (at < end) {
			const sample = at - WAV_HEADER_BYTES;
			const from = sample % block;
			const to = Math.min(block, from + end - at);
			piece.set((await blockBytes(Math.floor(sample / block))).subarray(from, to), at - start);
			at += to - from;
		}
		return piece.buffer;
	};
	return new RemoteBytes(read, WAV_HEADER_BYTES + length);
}

async function formatOf(file: Bytes) {
	for (let at = 0, boxes = 0; at + 16 <= file.size && boxes < MAX_BOXES; boxes++) {
		const header = await viewOf(file, at, at + 16);
		const short = header.getUint32(0);
		const size = short === 1 ? Number(header.getBigUint64(8)) : short;
		if (header.getUint32(4) === MOOV) {
			const bytes = new Uint8Array(
				await file.slice(at, at + Math.min(size || MAX_DESCRIPTION, MAX_DESCRIPTION)).arrayBuffer(),
			);
			return formatIn(bytes);
		}
		if (size < 8) return null;
		at += size;
	}
	return null;
}

function formatIn(bytes: Uint8Array) {
	for (let at = bytes.indexOf(0x61, 4); at >= 0; at = bytes.indexOf(0x61, at + 1)) {
		const isFormat = FORMAT_BOXES.some((box) => box.every((byte, n) => bytes[at - 4 + n] === byte));
		const start = bytes.byteOffset + at + 8;
		const found =
			isFormat &&
			alacFormat(new DataView(bytes.buffer, start, Math.min(24, bytes.length - at - 8)));
		if (found) return found;
	}
	return null;
}
