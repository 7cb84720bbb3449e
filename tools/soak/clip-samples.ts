/**
 * Clips as the browser's clip maker writes them, by the same library with the same options. The frames
 * contain noise; containers, tables and the starts of packets are real.
 */
import {
	BufferTarget,
	EncodedAudioPacketSource,
	EncodedPacket,
	EncodedVideoPacketSource,
	Mp4OutputFormat,
	Output,
	type OutputFormat,
	WebMOutputFormat,
} from "mediabunny";

type Bytes = Uint8Array<ArrayBuffer>;

/** A baseline H.264 configuration of 160 × 96 pixels. */
const AVC_CONFIG = Uint8Array.of(
	1,
	0x42,
	0xc0,
	0x0a,
	0xff,
	0xe1,
	0,
	9,
	0x67,
	0x42,
	0xc0,
	0x0a,
	0xda,
	0x0a,
	0x0c,
	0xb0,
	0x20,
	1,
	0,
	4,
	0x68,
	0xce,
	0x0f,
	0x2c,
);
/** AAC-LC, 48 kHz, stereo. */
const AAC_CONFIG = Uint8Array.of(0x11, 0x90);
const OPUS_HEAD = Uint8Array.of(
	0x4f,
	0x70,
	0x75,
	0x73,
	0x48,
	0x65,
	0x61,
	0x64,
	1,
	2,
	0x38,
	1,
	0x80,
	0xbb,
	0,
	0,
	0,
	0,
	0,
);
/** 20 ms of fullband stereo in one frame. */
const OPUS_TOC = 0xfc;

/** How each kind of packet is written: its duration in seconds, its bytes, and its first bytes. */
const SOUNDS = {
	aac: { seconds: 1024 / 48_000, bytes: 60, start: [0x21, 0x10] },
	opus: { seconds: 0.02, bytes: 40, start: [OPUS_TOC] },
} as const;
type Sound = keyof typeof SOUNDS;

function noise(bytes: number, start: readonly number[], seed: number): Bytes {
	const data = new Uint8Array(bytes);
	let state = seed + 1;
	for (let at = 0; at < bytes; at++) {
		state = (state * 48_271) % 2_147_483_647;
		data[at] = state & 0xff;
	}
	data.set(start);
	return data;
}

const soundConfig = (codec: Sound): AudioDecoderConfig => ({
	codec: { aac: "mp4a.40.2", opus: "opus" }[codec],
	numberOfChannels: 2,
	sampleRate: 48_000,
	...(codec === "aac" && { description: AAC_CONFIG }),
	...(codec === "opus" && { description: OPUS_HEAD }),
});

/**
 * A clip of `seconds`. `startsAt` shifts its audio, which produces an edit list; `start` are the first
 * bytes of its audio packets, in place of the usual ones.
 */
export async function clipSample(
	format: OutputFormat,
	tracks: { video?: "avc" | "vp8"; sound?: Sound },
	{ seconds, startsAt = 0, start }: { seconds: number; startsAt?: number; start?: number[] },
): Promise<Bytes> {
	const target = new BufferTarget();
	const output = new Output({ format, target });
	const { video, sound } = tracks;
	const film = video && new EncodedVideoPacketSource(video);
	const tone = sound && new EncodedAudioPacketSource(sound);
	if (film) output.addVideoTrack(film, { frameRate: 25 });
	if (tone) output.addAudioTrack(tone);
	await output.start();
	for (let frame = 0; film && frame < seconds * 25; frame++) {
		const kind = frame % 25 === 0 ? "key" : "delta";
		const data = noise(50, [0, 0, 0, 46, kind === "key" ? 0x65 : 0x41], frame);
		await film.add(new EncodedPacket(data, kind, frame / 25, 1 / 25), {
			decoderConfig: {
				codec: video === "avc" ? "avc1.42c00a" : "vp8",
				codedWidth: 160,
				codedHeight: 96,
				...(video === "avc" && { description: AVC_CONFIG }),
			},
		});
	}
	if (tone && sound) {
		const { seconds: each, bytes, start: usual } = SOUNDS[sound];
		for (let at = 0; at * each < seconds; at++)
			await tone.add(
				new EncodedPacket(noise(bytes, start ?? usual, at), "key", startsAt + at * each, each),
				{ decoderConfig: soundConfig(sound) },
			);
	}
	film?.close();
	tone?.close();
	await output.finalize();
	if (!target.buffer) throw new Error("no clip was made");
	return new Uint8Array(target.buffer);
}

const mp4 = () => new Mp4OutputFormat({ fastStart: "in-memory" });
const webm = () => new WebMOutputFormat();

/** One clip of every kind that the clip maker may write. */
export const CLIPS = {
	"mp4 of H.264 and AAC": (seconds: number) =>
		clipSample(mp4(), { video: "avc", sound: "aac" }, { seconds, startsAt: -0.044 }),
	"mp4 of H.264 and Opus": (seconds: number) =>
		clipSample(mp4(), { video: "avc", sound: "opus" }, { seconds, startsAt: 0.01 }),
	"mp4 of H.264": (seconds: number) => clipSample(mp4(), { video: "avc" }, { seconds }),
	"mp4 of AAC": (seconds: number) => clipSample(mp4(), { sound: "aac" }, { seconds }),
	"webm of VP8 and Opus": (seconds: number) =>
		clipSample(webm(), { video: "vp8", sound: "opus" }, { seconds }),
	"webm of Opus": (seconds: number) => clipSample(webm(), { sound: "opus" }, { seconds }),
} as const;
