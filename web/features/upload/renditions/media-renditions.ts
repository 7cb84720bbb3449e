import {
	ALL_FORMATS,
	BlobSource,
	BufferTarget,
	CanvasSink,
	Conversion,
	type ConversionOptions,
	canEncodeVideo,
	Input,
	type InputAudioTrack,
	type InputVideoTrack,
	Mp3OutputFormat,
	Mp4OutputFormat,
	Output,
	type OutputFormat,
	Quality,
	WebMOutputFormat,
} from "mediabunny";
import {
	CLIP_SOUND_BITS,
	CLIP_VIDEO_BITS,
	clipBytes,
	clipLimitMs,
	POSTER_EDGE,
	RENDITION_BYTES,
	WHOLE_CLIP_BYTES,
} from "../../../../worker/contract/previews.ts";
import type { PreviewPolicy } from "../../../../worker/contract/shares.ts";
import { canWriteAac, SOUND } from "./aac.ts";
import { fitClip, MIN_VIDEO_BITS } from "./fit-clip.ts";
import type { Rendition } from "./rendition.ts";

const CLIP_EDGE = 960;

/**
 * Creates the clip of a track or film, and a film's poster. Films are re-encoded at a modest size; an MP3
 * is cut without encoding. Returns what the browser is able to create, at worst nothing.
 */
export async function mediaRenditions(
	file: File,
	policy: PreviewPolicy["clip"],
): Promise<Rendition[]> {
	const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
	try {
		const film = await input.getPrimaryVideoTrack();
		const durationMs = Math.floor((await input.computeDuration()) * 1000);
		if (!Number.isFinite(durationMs) || durationMs < 1) return [];
		const isSeen = film !== null && (await film.canDecode());
		const poster = isSeen ? await posterOf(film, durationMs) : null;
		const limitMs = clipLimitMs(policy, durationMs);
		const limitBytes = Math.min(
			policy === "whole" ? WHOLE_CLIP_BYTES : RENDITION_BYTES.clip,
			clipBytes(limitMs, film !== null),
		);
		const clip = film
			? isSeen && (await filmClip(input, film, limitMs, limitBytes))
			: await trackClip(input, limitMs, limitBytes);
		return [
			...(poster ? [poster] : []),
			...(clip ? [{ kind: "clip", body: clip, durationMs } as const] : []),
		];
	} finally {
		input.dispose();
	}
}

type Plan = { format: OutputFormat } & Pick<ConversionOptions, "video" | "audio">;

const mp4 = () => new Mp4OutputFormat({ fastStart: "in-memory" });

async function filmClip(
	input: Input,
	film: InputVideoTrack,
	limitMs: number,
	limitBytes: number,
): Promise<Blob | null> {
	const [width, height] = [await film.getDisplayWidth(), await film.getDisplayHeight()];
	const seconds = limitMs / 1000;
	const room = (limitBytes * 8 * 0.85) / seconds - CLIP_SOUND_BITS;
	const bitrate = Math.floor(Math.min(CLIP_VIDEO_BITS, room));
	if (bitrate < MIN_VIDEO_BITS) return null;
	const sizeAt = (edge: number) => {
		const scale = Math.min(1, edge / Math.max(width, height));
		// Encoders require even numbers.
		const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
		return { width: even(width), height: even(height) };
	};
	// Every player supports H.264; browsers without an encoder for it use VP8.
	const isAvc = await canEncodeVideo("avc", sizeAt(CLIP_EDGE));
	const isHeard = (await input.getPrimaryAudioTrack()) !== null;
	const audio = isHeard ? await soundPlan(isAvc) : { discard: true };
	return fitClip(
		{ bitrate, edge: CLIP_EDGE },
		{ bytes: limitBytes, expected: ((bitrate + CLIP_SOUND_BITS) / 8) * seconds },
		(aim) =>
			clipOf(input, limitMs, {
				format: isAvc ? mp4() : new WebMOutputFormat(),
				video: {
					...sizeAt(aim.edge),
					fit: "fill",
					codec: isAvc ? "avc" : "vp8",
					quality: new Quality({ bitrate: aim.bitrate }),
					allowTransformationMetadata: false,
					forceTranscode: true,
				},
				audio,
			}),
	);
}

async function trackClip(input: Input, limitMs: number, limitBytes: number): Promise<Blob | null> {
	const track = await input.getPrimaryAudioTrack();
	if (!track) return null;
	const plan = await trackPlan(track);
	const clip = plan && (await clipOf(input, limitMs, plan));
	return clip && clip.size <= limitBytes ? clip : null;
}

async function trackPlan(track: InputAudioTrack): Promise<Plan | null> {
	if ((await track.getCodec()) === "mp3")
		return { format: new Mp3OutputFormat(), video: { discard: true }, audio: {} };
	if (!(await track.canDecode())) return null;
	const isAac = await canWriteAac();
	return {
		format: isAac ? mp4() : new WebMOutputFormat(),
		video: { discard: true },
		audio: await soundPlan(isAac),
	};
}

/** AAC where it can be encoded into an MP4, else Opus. */
async function soundPlan(isMp4: boolean): Promise<ConversionOptions["audio"]> {
	return {
		...SOUND,
		codec: isMp4 && (await canWriteAac()) ? "aac" : "opus",
		forceTranscode: true,
	};
}

async function clipOf(
	input: Input,
	limitMs: number,
	{ format, ...tracks }: Plan,
): Promise<Blob | null> {
	const target = new BufferTarget();
	const output = new Output({ format, target });
	const conversion = await Conversion.init({
		input,
		output,
		...tracks,
		tracks: "primary",
		trim: { start: 0, end: limitMs / 1000 },
		// Copied packets must never exceed the allowed length.
		copy: { boundaryPolicy: "shrink" },
		// A title or a cover in the tags must not be revealed before payment.
		tags: {},
		showWarnings: false,
	});
	if (!conversion.isValid) return null;
	await conversion.execute();
	const bytes = target.buffer;
	if (!bytes || bytes.byteLength === 0) return null;
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
	// The first frame is often black, so a frame at one second (or at a tenth of short films) is used.
	// Recordings without an index cannot be seeked: then it is the first after all.
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
