import { type AudioSample, AudioSampleSink, type Input } from "mediabunny";
import { WAVEFORM_PEAKS } from "../../../worker/files/previews/contract/previews.ts";
import type { Rendition } from "../rendition.ts";

/** Minimum ms per bar. */
const SHORTEST_BAR = 50;
/** Maximum seconds decoded per bar. */
const HEARD = 3;
/** Seconds decoded in advance: most codecs need earlier frames. */
const LEAD = 0.5;
const TOP_DIGIT = 35;
/** Frames read per bar; a sample of a long bar is enough for its loudness. */
const LOOKS = 5_000;

/** Loudness over time as base-36 digits; null if the track can't be decoded. */
export async function waveformOf(input: Input, durationMs: number): Promise<Rendition | null> {
	const track = await input.getPrimaryAudioTrack();
	if (!track || !(await track.canDecode())) return null;
	const bars = Math.max(1, Math.min(WAVEFORM_PEAKS, Math.floor(durationMs / SHORTEST_BAR)));
	const peaks = new Float32Array(bars);
	const first = await track.getFirstTimestamp();
	const bar = durationMs / 1000 / bars;
	const sink = new AudioSampleSink(track);
	const runs =
		bar <= HEARD
			? [{ from: 0, to: Number.POSITIVE_INFINITY }]
			: Array.from(peaks, (_, at) => ({ from: at * bar, to: at * bar + HEARD }));
	for (const { from, to } of runs) {
		for await (const sample of sink.samples(first + Math.max(0, from - LEAD), first + to)) {
			const start = sample.timestamp - first;
			const step = Math.max(1, Math.floor((bar * sample.sampleRate) / LOOKS));
			for (const values of channels(sample))
				for (let frame = 0; frame < values.length; frame += step) {
					const time = start + frame / sample.sampleRate;
					const at = Math.floor(time / bar);
					if (time >= from && at < bars)
						peaks[at] = Math.max(peaks[at] ?? 0, Math.abs(values[frame] ?? 0));
				}
			sample.close();
		}
	}
	return {
		kind: "waveform",
		body: new Blob([digitsOf(peaks)], { type: "text/plain" }),
		durationMs,
	};
}

function channels(sample: AudioSample): Float32Array[] {
	return Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
		const options = { planeIndex, format: "f32-planar" } as const;
		const values = new Float32Array(sample.allocationSize(options) / 4);
		sample.copyTo(values, options);
		return values;
	});
}

export function digitsOf(peaks: Float32Array): string {
	const top = peaks.reduce((most, peak) => Math.max(most, peak), 0);
	return Array.from(peaks, (peak) => {
		const part = top > 0 && Number.isFinite(peak) ? Math.min(1, peak / top) : 0;
		return Math.round(part * TOP_DIGIT).toString(36);
	}).join("");
}
