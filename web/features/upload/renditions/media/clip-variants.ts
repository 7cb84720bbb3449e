/** How a clip is encoded. */
export type ClipVariant = {
	/** of the sound; the data of clips with other rates have other packets, and their tables other numbers */
	hertz: number;
	gain: number;
	/** the amplitude of what is added to the sound: silence is encoded to the same bytes everywhere */
	noise: number;
	/** of what is asked of the encoder: the bitrate and the edge of the picture */
	scale: number;
	/** seconds between pictures that need no others */
	keyFrames: number;
};

/** Tried one after the other while a clip has a run of bytes in common with its file. */
export const CLIP_VARIANTS: readonly ClipVariant[] = [
	// Noise below what 16 bits can hold.
	{ hertz: 48_000, gain: 1, noise: 1e-5, scale: 1, keyFrames: 5 },
	{ hertz: 44_100, gain: 0.9, noise: 1e-4, scale: 0.9, keyFrames: 3.3 },
	{ hertz: 48_000, gain: 0.8, noise: 1e-3, scale: 0.8, keyFrames: 2.7 },
];

/** The samples with a variant's gain and noise. */
export function varied(
	samples: Float32Array<ArrayBuffer>,
	{ gain, noise }: ClipVariant,
): Float32Array<ArrayBuffer> {
	return samples.map((sample) => sample * gain + (Math.random() * 2 - 1) * noise);
}
