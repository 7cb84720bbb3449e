import { AudioSampleSink, type Input } from "mediabunny";
import { WAVEFORM_PEAKS } from "../../../../../worker/contract/previews.ts";
import type { Rendition } from "../rendition.ts";

/** Places in the track that are heard for each bar, so that a long one is not decoded whole. */
const PLACES = 4;
/** A bar of a short track stands for at least so much. ms */
const SHORTEST_BAR = 50;
const TOP_DIGIT = 35;

/** Returns the loudness over a track as digits of base 36; null when it can't be decoded. */
export async function waveformOf(input: Input, durationMs: number): Promise<Rendition | null> {
	const track = await input.getPrimaryAudioTrack();
	if (!track || !(await track.canDecode())) return null;
	const bars = Math.max(1, Math.min(WAVEFORM_PEAKS, Math.floor(durationMs / SHORTEST_BAR)));
	const peaks = new Float32Array(bars);
	const step = durationMs / 1000 / (bars * PLACES);
	const first = await track.getFirstTimestamp();
	const times = Array.from({ length: bars * PLACES }, (_, place) => first + (place + 0.5) * step);
	let place = 0;
	for await (const sample of new AudioSampleSink(track).samplesAtTimestamps(times)) {
		const bar = Math.floor(place / PLACES);
		place += 1;
		if (!sample) continue;
		const options = { planeIndex: 0, format: "f32-planar" } as const;
		const values = new Float32Array(sample.allocationSize(options) / 4);
		sample.copyTo(values, options);
		sample.close();
		for (const value of values) peaks[bar] = Math.max(peaks[bar] ?? 0, Math.abs(value));
	}
	return {
		kind: "waveform",
		body: new Blob([digitsOf(peaks)], { type: "text/plain" }),
		durationMs,
	};
}

/** The peaks by the loudest of them, one digit each. */
export function digitsOf(peaks: Float32Array): string {
	const top = peaks.reduce((most, peak) => Math.max(most, peak), 0);
	return Array.from(peaks, (peak) => {
		const part = top > 0 && Number.isFinite(peak) ? Math.min(1, peak / top) : 0;
		return Math.round(part * TOP_DIGIT).toString(36);
	}).join("");
}
