import { type Bytes, RemoteBytes } from "../../../../upload-engine/bytes.ts";
import { WAV_HEADER_BYTES, wavHeader } from "./wav-header.ts";

/** A recording in blocks, each of which can be decoded without the others. */
type SoundBlocks = {
	channels: number;
	hertz: number;
	/** of the whole recording; a frame has one sample of each channel */
	frames: number;
	/** of every block but the last */
	blockFrames: number;
	/** returns the samples of a block, in which the channels take turns */
	decode: (block: number) => Promise<Int16Array>;
};

const MAX_CHANNELS = 2;
/** Of smaller blocks, which nobody writes, a recording would have too many. */
const BLOCK_FRAMES = { least: 32, most: 65_536 };
/** The sizes in a WAV have 32 bits. */
const MAX_BYTES = 0xffff_0000;

/** A WAV whose samples are decoded as they are read, so that none but these are in memory; null when no recording is like that. */
export function blocksAsWav(sound: SoundBlocks): Bytes | null {
	const { channels, hertz, frames, blockFrames, decode } = sound;
	const isSound =
		channels >= 1 &&
		channels <= MAX_CHANNELS &&
		hertz >= 1000 &&
		hertz <= 400_000 &&
		blockFrames >= BLOCK_FRAMES.least &&
		blockFrames <= BLOCK_FRAMES.most &&
		frames >= 1;
	if (!isSound) return null;
	const frame = channels * 2;
	const block = blockFrames * frame;
	const length = Math.min(frames * frame, MAX_BYTES - (MAX_BYTES % frame));
	const header = wavHeader({ channels, hertz, bits: 16, isFloat: false }, length);
	let known: { index: number; bytes: Uint8Array } | null = null;
	const blockBytes = async (index: number): Promise<Uint8Array> => {
		if (known?.index === index) return known.bytes;
		const samples = await decode(index);
		const bytes = new Uint8Array(block);
		const view = new DataView(bytes.buffer);
		for (let at = 0; at < Math.min(samples.length, block / 2); at++)
			view.setInt16(at * 2, samples[at] ?? 0, true);
		known = { index, bytes };
		return bytes;
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
