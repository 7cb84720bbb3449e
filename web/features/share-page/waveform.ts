/** Phones have no room for more bars. */
const BARS = 72;
/** In the drawing's own units; each bar is one wide and one apart from the next. */
const HEIGHT = 24;
/** Height of a bar of silence. */
const LEAST = 1.5;

export const WAVEFORM_BOX = `0 0 ${BARS * 2} ${HEIGHT}`;

/** Returns the `d` of a path from peaks (base-36 digits), as bars around the middle. */
export function waveformPath(peaks: string): string {
	const heights = [...peaks].map((digit) => Number.parseInt(digit, 36) / 35 || 0);
	return Array.from({ length: BARS }, (_, bar) => {
		const from = Math.floor((bar * heights.length) / BARS);
		const to = Math.max(from + 1, Math.floor(((bar + 1) * heights.length) / BARS));
		const height = Math.max(LEAST, Math.max(0, ...heights.slice(from, to)) * HEIGHT);
		const top = Math.round((HEIGHT - height) * 5) / 10;
		return `M${bar * 2 + 0.5} ${top}v${Math.round(height * 10) / 10}`;
	}).join("");
}
