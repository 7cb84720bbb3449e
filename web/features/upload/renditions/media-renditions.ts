import {
	ALL_FORMATS,
	BlobSource,
	BufferTarget,
	CanvasSink,
	Conversion,
	type ConversionOptions,
	canEncodeAudio,
	canEncodeVideo,
	Input,
	type InputVideoTrack,
	Mp3OutputFormat,
	Mp4OutputFormat,
	Output,
	type OutputFormat,
	Quality,
	WebMOutputFormat,
} from "mediabunny";
import {
	clipLimitMs,
	POSTER_EDGE,
	RENDITION_BYTES,
	WHOLE_CLIP_BYTES,
} from "../../../../worker/contract/previews.ts";
import type { PreviewPolicy } from "../../../../worker/contract/shares.ts";
import type { Rendition } from "./rendition.ts";

const CLIP_EDGE = 960;
const AUDIO_BITS = 128_000;
const MOST_VIDEO_BITS = 2_000_000;
const LEAST_VIDEO_BITS = 150_000;

/**
 * The clip of a track or film, and a film's poster. Films are encoded anew at a modest size; an MP3
 * is cut without encoding. Answers what the browser is able to make, at worst nothing.
 */
export async function mediaRenditions(
	file: File,
	policy: PreviewPolicy["clip"],
	signal: AbortSignal,
): Promise<Rendition[]> {
	const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
	try {
		const film = await input.getPrimaryVideoTrack();
		const durationMs = Math.floor((await input.computeDuration()) * 1000);
		if (!Number.isFinite(durationMs) || durationMs < 1) return [];
		const isSeen = film !== null && (await film.canDecode());
		const poster = isSeen ? await posterOf(film, durationMs) : null;
		signal.throwIfAborted();
		const limitMs = clipLimitMs(policy, durationMs);
		const limitBytes = policy === "whole" ? WHOLE_CLIP_BYTES : RENDITION_BYTES.clip;
		const plan = film
			? isSeen && (await filmPlan(film, limitMs, limitBytes))
			: await trackPlan(input);
		const clip = plan ? await clipOf(input, plan, limitMs, limitBytes, signal) : null;
		return [
			...(poster ? [poster] : []),
			...(clip ? [{ kind: "clip", body: clip, durationMs } as const] : []),
		];
	} finally {
		input.dispose();
	}
}

type Plan = { format: OutputFormat } & Pick<ConversionOptions, "video" | "audio">;

async function filmPlan(
	film: InputVideoTrack,
	limitMs: number,
	limitBytes: number,
): Promise<Plan | null> {
	const [width, height] = [await film.getDisplayWidth(), await film.getDisplayHeight()];
	const scale = Math.min(1, CLIP_EDGE / Math.max(width, height));
	// Encoders want even numbers.
	const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
	const room = (limitBytes * 8 * 0.85) / (limitMs / 1000) - AUDIO_BITS;
	const bitrate = Math.floor(Math.min(MOST_VIDEO_BITS, room));
	if (bitrate < LEAST_VIDEO_BITS) return null;
	const size = { width: even(width), height: even(height) };
	// Every player takes H.264; browsers without it write VP8.
	const isAvc = await canEncodeVideo("avc", size);
	return {
		format: isAvc ? new Mp4OutputFormat({ fastStart: "in-memory" }) : new WebMOutputFormat(),
		video: {
			...size,
			fit: "fill",
			codec: isAvc ? "avc" : "vp8",
			quality: new Quality({ bitrate }),
			allowTransformationMetadata: false,
			forceTranscode: true,
		},
		audio: await soundPlan(isAvc),
	};
}

async function trackPlan(input: Input): Promise<Plan | null> {
	const track = await input.getPrimaryAudioTrack();
	if (!track) return null;
	if ((await track.getCodec()) === "mp3")
		return { format: new Mp3OutputFormat(), video: { discard: true }, audio: {} };
	if (!(await track.canDecode())) return null;
	const isAac = await canEncodeAudio("aac");
	return {
		format: isAac ? new Mp4OutputFormat({ fastStart: "in-memory" }) : new WebMOutputFormat(),
		video: { discard: true },
		audio: await soundPlan(isAac),
	};
}

/** AAC where it can be written into an MP4, else Opus. */
async function soundPlan(isMp4: boolean): Promise<ConversionOptions["audio"]> {
	const isAac = isMp4 && (await canEncodeAudio("aac"));
	return {
		codec: isAac ? "aac" : "opus",
		quality: new Quality({ bitrate: AUDIO_BITS }),
		numberOfChannels: 2,
		sampleRate: 48_000,
		forceTranscode: true,
	};
}

async function clipOf(
	input: Input,
	{ format, ...tracks }: Plan,
	limitMs: number,
	limitBytes: number,
	signal: AbortSignal,
): Promise<Blob | null> {
	const target = new BufferTarget();
	const output = new Output({ format, target });
	const conversion = await Conversion.init({
		input,
		output,
		...tracks,
		tracks: "primary",
		trim: { start: 0, end: limitMs / 1000 },
		// Copied packets must never reach beyond what may be heard.
		copy: { boundaryPolicy: "shrink" },
		// A title or a cover in the tags is the creator's to give away, not ours.
		tags: {},
		showWarnings: false,
	});
	if (!conversion.isValid) return null;
	const cancel = () => void conversion.cancel();
	signal.addEventListener("abort", cancel, { once: true });
	try {
		await conversion.execute();
	} finally {
		signal.removeEventListener("abort", cancel);
	}
	const bytes = target.buffer;
	if (!bytes || bytes.byteLength === 0 || bytes.byteLength > limitBytes) return null;
	return new Blob([bytes], { type: await output.getMimeType() });
}

async function posterOf(film: InputVideoTrack, durationMs: number): Promise<Rendition | null> {
	const [width, height] = [await film.getDisplayWidth(), await film.getDisplayHeight()];
	const scale = Math.min(1, POSTER_EDGE / Math.max(width, height));
	const sink = new CanvasSink(film, {
		width: Math.max(1, Math.round(width * scale)),
		height: Math.max(1, Math.round(height * scale)),
		fit: "fill",
	});
	// The first frame is often black; a second in (or a tenth, of short films) something is seen.
	// Recordings without an index can't be entered in the middle: then it is the first after all.
	const first = await film.getFirstTimestamp();
	const at = first + Math.min(1, durationMs / 10_000);
	const frame = (await sink.getCanvas(at)) ?? (await sink.getCanvas(first));
	if (!frame) return null;
	for (const quality of [0.8, 0.6, 0.4]) {
		const body = await written(frame.canvas, quality);
		if (body && body.size <= RENDITION_BYTES.poster) return { kind: "poster", body, width, height };
	}
	return null;
}

function written(
	canvas: HTMLCanvasElement | OffscreenCanvas,
	quality: number,
): Promise<Blob | null> {
	// JPEG, since not every browser writes WebP and a frame as PNG would be too large.
	if (canvas instanceof OffscreenCanvas)
		return canvas.convertToBlob({ type: "image/jpeg", quality });
	return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}
