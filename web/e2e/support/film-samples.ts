import type { Page } from "@playwright/test";
import {
	BufferTarget,
	EncodedAudioPacketSource,
	EncodedPacket,
	EncodedVideoPacketSource,
	MkvOutputFormat,
	MovOutputFormat,
	Mp4OutputFormat,
	OggOutputFormat,
	Output,
	type OutputFormat,
	WebMOutputFormat,
} from "mediabunny";
import type { SampleFile } from "./sample-files.ts";

const RATE = 25;

type Encoded = {
	packets: { data: string; type: "key" | "delta"; at: number }[];
	/** base64 */
	description: string | null;
};
type Recording = { film: Encoded; sound: Encoded };

/** In the page: a moving picture in VP8 and a chord in Opus. */
async function record(seconds: number): Promise<Recording> {
	const base64 = (bytes: Uint8Array) =>
		btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
	const kept = (): Encoded => ({ packets: [], description: null });
	const [film, sound] = [kept(), kept()];
	const keep =
		(into: Encoded) =>
		(
			chunk: EncodedVideoChunk | EncodedAudioChunk,
			more?: { decoderConfig?: { description?: AllowSharedBufferSource } },
		) => {
			const bytes = new Uint8Array(chunk.byteLength);
			chunk.copyTo(bytes);
			into.packets.push({ data: base64(bytes), type: chunk.type, at: chunk.timestamp / 1e6 });
			const description = more?.decoderConfig?.description;
			if (description) into.description = base64(new Uint8Array(description as ArrayBuffer));
		};
	const fail = (error: Error) => {
		throw error;
	};
	const pictures = new VideoEncoder({ output: keep(film), error: fail });
	pictures.configure({ codec: "vp8", width: 640, height: 360, bitrate: 1_000_000 });
	const canvas = new OffscreenCanvas(640, 360);
	const context = canvas.getContext("2d");
	for (let at = 0; context && at < seconds * 25; at++) {
		context.fillStyle = `hsl(${at * 3} 60% 55%)`;
		context.fillRect(0, 0, 640, 360);
		context.fillStyle = "white";
		context.fillRect((at * 9) % 640, (at * 5) % 360, 90, 60);
		const frame = new VideoFrame(canvas, { timestamp: (at * 1e6) / 25 });
		pictures.encode(frame, { keyFrame: at % 50 === 0 });
		frame.close();
	}
	await pictures.flush();
	const tones = new AudioEncoder({ output: keep(sound), error: fail });
	tones.configure({ codec: "opus", sampleRate: 48_000, numberOfChannels: 1, bitrate: 96_000 });
	const data = Float32Array.from({ length: 48_000 * seconds }, (_, at) =>
		[220, 277, 331].reduce(
			(sum, hertz) => sum + Math.sin((at * hertz * 2 * Math.PI) / 48_000) / 5,
			0,
		),
	);
	const audio = new AudioData({
		format: "f32-planar",
		sampleRate: 48_000,
		numberOfFrames: data.length,
		numberOfChannels: 1,
		timestamp: 0,
		data,
	});
	tones.encode(audio);
	await tones.flush();
	return { film, sound };
}

async function muxed(
	format: OutputFormat,
	{ film, sound }: Recording,
	isSeen: boolean,
): Promise<Buffer> {
	const target = new BufferTarget();
	const output = new Output({ format, target });
	const pictures = new EncodedVideoPacketSource("vp8");
	const tones = new EncodedAudioPacketSource("opus");
	if (isSeen) output.addVideoTrack(pictures, { frameRate: RATE });
	output.addAudioTrack(tones);
	await output.start();
	const bytes = (data: string) => new Uint8Array(Buffer.from(data, "base64"));
	if (isSeen)
		for (const { data, type, at } of film.packets)
			await pictures.add(new EncodedPacket(bytes(data), type, at, 1 / RATE), {
				decoderConfig: { codec: "vp8", codedWidth: 640, codedHeight: 360 },
			});
	for (const { data, type, at } of sound.packets)
		await tones.add(new EncodedPacket(bytes(data), type, at, 0.02), {
			decoderConfig: {
				codec: "opus",
				sampleRate: 48_000,
				numberOfChannels: 1,
				...(sound.description && { description: bytes(sound.description) }),
			},
		});
	await output.finalize();
	return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

export async function filmSamples(page: Page, seconds = 4): Promise<SampleFile[]> {
	const recording = await page.evaluate(record, seconds);
	const of = async (name: string, mimeType: string, format: OutputFormat, isSeen = true) => ({
		name,
		mimeType,
		buffer: await muxed(format, recording, isSeen),
	});
	return [
		await of("film.mp4", "video/mp4", new Mp4OutputFormat({ fastStart: "in-memory" })),
		await of("film.mov", "video/quicktime", new MovOutputFormat({ fastStart: false })),
		await of("film.webm", "video/webm", new WebMOutputFormat()),
		await of("film.mkv", "video/x-matroska", new MkvOutputFormat()),
		await of("chord.m4a", "audio/mp4", new Mp4OutputFormat({ fastStart: false }), false),
		await of("chord.ogg", "audio/ogg", new OggOutputFormat(), false),
	];
}
