import {
	BufferTarget,
	Conversion,
	type ConversionOptions,
	canEncodeAudio,
	canEncodeVideo,
	type Input,
	type InputAudioTrack,
	type InputVideoTrack,
	Mp4OutputFormat,
	Output,
	type OutputFormat,
	Quality,
	WebMOutputFormat,
} from "mediabunny";
import {
	CLIP_SOUND_BITS,
	CLIP_VIDEO_BITS,
} from "../../../worker/files/previews/contract/previews.ts";
import { fitClip, MIN_VIDEO_BITS } from "./fit-clip.ts";

const CLIP_EDGE = 960;
const SHORT_EDGE = 720;
const KEY_FRAME_SECONDS = 5;

type Plan = { format: OutputFormat } & Pick<ConversionOptions, "video" | "audio">;

const mp4 = () => new Mp4OutputFormat({ fastStart: "in-memory" });

/** In ms. */
export type ClipPart = { start: number; limitMs: number };

/** Returns null if the browser can't encode it. */
export async function filmClip(
	input: Input,
	film: InputVideoTrack,
	part: ClipPart,
	limitBytes: number,
): Promise<Blob | null> {
	const [width, height] = [await film.getDisplayWidth(), await film.getDisplayHeight()];
	const seconds = part.limitMs / 1000;
	const room = (limitBytes * 8 * 0.85) / seconds - CLIP_SOUND_BITS;
	const bitrate = Math.floor(Math.min(CLIP_VIDEO_BITS, room));
	if (bitrate < MIN_VIDEO_BITS) return null;
	const sizeAt = (edge: number) => {
		const scale = Math.min(1, edge / Math.max(width, height), SHORT_EDGE / Math.min(width, height));
		// Encoders require even numbers.
		const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
		return { width: even(width), height: even(height) };
	};
	// Every player supports H.264; VP8 is for browsers that can't encode it.
	const isAvc = await canEncodeVideo("avc", sizeAt(CLIP_EDGE));
	const sound = await input.getPrimaryAudioTrack();
	const audio = sound ? await soundPlan(sound, isAvc) : { discard: true };
	return fitClip(
		{ bitrate, edge: CLIP_EDGE },
		{ bytes: limitBytes, expected: ((bitrate + CLIP_SOUND_BITS) / 8) * seconds },
		(aim) =>
			clipOf(input, part, {
				format: isAvc ? mp4() : new WebMOutputFormat(),
				video: {
					...sizeAt(aim.edge),
					fit: "fill",
					codec: isAvc ? "avc" : "vp8",
					quality: new Quality({ bitrate: aim.bitrate }),
					keyFrameInterval: KEY_FRAME_SECONDS,
					allowTransformationMetadata: false,
					forceTranscode: true,
				},
				audio,
			}),
	);
}

export async function trackClip(
	input: Input,
	part: ClipPart,
	limitBytes: number,
): Promise<Blob | null> {
	const track = await input.getPrimaryAudioTrack();
	if (!track || !(await track.canDecode())) return null;
	const isAac = await canWriteAac();
	const clip = await clipOf(input, part, {
		format: isAac ? mp4() : new WebMOutputFormat(),
		video: { discard: true },
		audio: await soundPlan(track, isAac),
	});
	return clip && clip.size <= limitBytes ? clip : null;
}

/** Encoding takes the longest of all, so a track gets no more channels than it has, and no other rate. */
async function soundPlan(
	track: InputAudioTrack,
	isMp4: boolean,
): Promise<ConversionOptions["audio"]> {
	const isAac = isMp4 && (await canWriteAac());
	const isOfDiscs = (await track.getSampleRate()) % DISC_RATE === 0;
	return {
		...SOUND,
		numberOfChannels: Math.min(SOUND.numberOfChannels, await track.getNumberOfChannels()),
		sampleRate: isAac && isOfDiscs ? 4 * DISC_RATE : SOUND.sampleRate,
		codec: isAac ? "aac" : "opus",
		forceTranscode: true,
	};
}

async function clipOf(
	input: Input,
	{ start, limitMs }: ClipPart,
	{ format, ...tracks }: Plan,
): Promise<Blob | null> {
	const target = new BufferTarget();
	const output = new Output({ format, target });
	const conversion = await Conversion.init({
		input,
		output,
		...tracks,
		tracks: "primary",
		trim: { start: start / 1000, end: (start + limitMs) / 1000 },
		// Tags must not reveal a title or a cover before payment.
		tags: {},
		showWarnings: false,
	});
	if (!conversion.isValid) return null;
	await conversion.execute();
	if (!target.buffer || target.buffer.byteLength === 0) return null;
	return new Blob([target.buffer], { type: await output.getMimeType() });
}

/** A quarter of a CD's rate in Hz; with other rates than that and 48,000 some encoders fail. */
const DISC_RATE = 11_025;

const SOUND = {
	quality: new Quality({ bitrate: CLIP_SOUND_BITS }),
	numberOfChannels: 2,
	sampleRate: 48_000,
} as const;

let support: Promise<boolean> | undefined;

/** Every player supports AAC; Opus in MP4 is silent on iPhones before iOS 17. */
function canWriteAac(): Promise<boolean> {
	support ??= findEncoder().catch(() => false);
	return support;
}

async function findEncoder(): Promise<boolean> {
	if (await canEncodeAudio("aac", SOUND)) return true;
	if (!mayCompile()) return false;
	const { registerAacEncoder } = await import("@mediabunny/aac-encoder");
	registerAacEncoder();
	return canEncodeAudio("aac", SOUND);
}

/** False if the document's policy or the browser forbids WebAssembly. */
function mayCompile(): boolean {
	try {
		// An empty module: only the magic number and version.
		new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
		return true;
	} catch {
		return false;
	}
}
