/** Bits per second, and the longest edge in pixels. */
export type VideoAim = { bitrate: number; edge: number };

const MAX_ATTEMPTS = 3;
const TOLERANCE = 2;
const MIN_EDGE = 240;
/** A film with less is useless. */
export const MIN_VIDEO_BITS = 150_000;

type Limits = {
	/** of the clip */
	bytes: number;
	/** expected if the encoder respects the first aim */
	expected: number;
};

/** Encodes again, smaller, while the encoder overshoots, some sixfold. Null if no clip fits. */
export async function fitClip<Clip extends { size: number }>(
	first: VideoAim,
	limits: Limits,
	encode: (aim: VideoAim) => Promise<Clip | null>,
): Promise<Clip | null> {
	const goalBytes = Math.min(limits.bytes, limits.expected * TOLERANCE);
	let best: Clip | null = null;
	let aim = first;
	for (let round = 1; round <= MAX_ATTEMPTS; round++) {
		const clip = await encode(aim);
		if (!clip) break;
		if (!best || clip.size < best.size) best = clip;
		if (clip.size <= goalBytes) break;
		const overshoot = clip.size / goalBytes;
		aim = {
			bitrate: Math.max(MIN_VIDEO_BITS, Math.floor((aim.bitrate / overshoot) * 0.8)),
			edge: Math.max(MIN_EDGE, Math.floor(aim.edge / Math.min(2, Math.sqrt(overshoot)))),
		};
	}
	return best && best.size <= limits.bytes ? best : null;
}
