import { createHash, randomBytes } from "node:crypto";
import { PART_SIZE } from "../../worker/contract/constants.ts";

const NOISE = randomBytes(PART_SIZE);
/** A box at the start of MP4 films. */
const FILM = Buffer.from(
	"0000001866747970 69736f6d00000200 69736f6d6d703431".replaceAll(" ", ""),
	"hex",
);

export type SampleFile = { name: string; size: number; seed: number };

/** `n` counts from 1; no two parts of any files are equal. */
export function partBytes(file: SampleFile, n: number): Buffer {
	const from = (n - 1) * PART_SIZE;
	const bytes = Buffer.from(NOISE.subarray(0, Math.min(PART_SIZE, file.size - from)));
	const at = n === 1 ? FILM.length : 0;
	if (n === 1) FILM.copy(bytes);
	if (bytes.length >= at + 8) {
		bytes.writeUInt32LE(file.seed, at);
		bytes.writeUInt32LE(n, at + 4);
	}
	return bytes;
}

export function partCount(file: SampleFile): number {
	return Math.max(1, Math.ceil(file.size / PART_SIZE));
}

export function sha256Of(file: SampleFile): string {
	const hash = createHash("sha256");
	for (let n = 1; n <= partCount(file); n++) hash.update(partBytes(file, n));
	return hash.digest("hex");
}
