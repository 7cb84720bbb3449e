import type { Bytes } from "../../../../upload-engine/bytes.ts";
import { imaSamples, type MsFactors, msSamples } from "./adpcm.ts";
import { riffChunks, viewOf } from "./riff.ts";
import { blocksAsWav } from "./sound-blocks.ts";

const MS_ADPCM = 2;
const IMA_ADPCM = 0x11;
const MAX_FORMAT_BYTES = 2048;

/** Returns a WAV in ADPCM, of the IMA's or Microsoft's kind, as one of plain samples; null for other files. */
export async function adpcmAsWav(file: Bytes): Promise<Bytes | null> {
	const chunks = await riffChunks(file, 12, file.size);
	const chunk = (name: string) => chunks.find((one) => one.name === name);
	const [about, data] = [chunk("fmt "), chunk("data")];
	if (!about || !data || about.end - about.start < 20) return null;
	const format = await viewOf(
		file,
		about.start,
		Math.min(about.end, about.start + MAX_FORMAT_BYTES),
	);
	const kind = format.getUint16(0, true);
	const channels = format.getUint16(2, true);
	const blockBytes = format.getUint16(12, true);
	const isIma = kind === IMA_ADPCM;
	const head = channels * (isIma ? 4 : 7);
	const isAdpcm = (isIma || kind === MS_ADPCM) && format.getUint16(14, true) === 4;
	if (!isAdpcm || channels < 1 || blockBytes <= head) return null;
	// What the bytes hold, not what the header says of them.
	const framesIn = (bytes: number) => {
		if (bytes < head) return 0;
		return isIma
			? 1 + Math.floor((bytes - head) / (4 * channels)) * 8
			: 2 + Math.floor(((bytes - head) * 2) / channels);
	};
	const blockFrames = framesIn(blockBytes);
	const length = data.end - data.start;
	const held = Math.floor(length / blockBytes) * blockFrames + framesIn(length % blockBytes);
	const fact = chunk("fact");
	const stated =
		fact && fact.end - fact.start >= 4 ? await viewOf(file, fact.start, fact.end) : null;
	const frames = Math.min(held, stated?.getUint32(0, true) || held);
	const factors = factorsOf(format);
	return blocksAsWav({
		channels,
		hertz: format.getUint32(4, true),
		frames,
		blockFrames,
		decode: async (index) => {
			const at = data.start + index * blockBytes;
			const block = await viewOf(file, at, Math.min(at + blockBytes, data.end));
			return isIma ? imaSamples(block, channels) : msSamples(block, channels, factors);
		},
	});
}

/** The table of factors in the format of Microsoft's ADPCM. */
function factorsOf(format: DataView): MsFactors {
	const count = format.byteLength >= 22 ? format.getUint16(20, true) : 0;
	return Array.from(
		{ length: Math.min(count, Math.floor((format.byteLength - 22) / 4)) },
		(_, n) => [format.getInt16(22 + n * 4, true), format.getInt16(24 + n * 4, true)],
	);
}
