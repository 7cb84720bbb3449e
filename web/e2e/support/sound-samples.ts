import { readFileSync } from "node:fs";
import { registerAacEncoder } from "@mediabunny/aac-encoder";
import {
	AudioSample,
	AudioSampleSource,
	BufferTarget,
	Mp4OutputFormat,
	Output,
	Quality,
} from "mediabunny";
import { CLIP_SOUND_BITS } from "../../../worker/files/previews/contract/previews.ts";
import { photo, type SampleFile, tone } from "./sample-files.ts";

const HERTZ = 44_100;

/**
 * A chord with a rhythm, so that its loudness changes: 16 bits, mono. Files whose previews are
 * compared need different pitches, since the same sound may be encoded alike.
 */
function samples(seconds: number, pitch = 1): Int16Array {
	return Int16Array.from({ length: HERTZ * seconds }, (_, at) => {
		const time = at / HERTZ;
		const chord = [220, 277.2, 329.6, 441.3].map((hertz) =>
			Math.sin(2 * Math.PI * hertz * pitch * time),
		);
		const beat = 1 - ((time * 1.7) % 1) * 0.9;
		return Math.round(chord.reduce((sum, value) => sum + value, 0) * 6000 * beat);
	});
}

/** `sound`: 32-bit little-endian floats. */
export function wav(name: string, hertz: number, sound: Buffer): SampleFile {
	const head = Buffer.alloc(44);
	head.write("RIFF", 0);
	head.writeUInt32LE(36 + sound.length, 4);
	head.write("WAVEfmt ", 8);
	head.writeUInt32LE(16, 16);
	head.writeUInt16LE(3, 20);
	head.writeUInt16LE(1, 22);
	head.writeUInt32LE(hertz, 24);
	head.writeUInt32LE(hertz * 4, 28);
	head.writeUInt16LE(4, 32);
	head.writeUInt16LE(32, 34);
	head.write("data", 36);
	head.writeUInt32LE(sound.length, 40);
	return { name, mimeType: "audio/wav", buffer: Buffer.concat([head, sound]) };
}

function aiff(name: string, seconds: number, pitch: number): SampleFile {
	const sound = samples(seconds, pitch);
	const buffer = Buffer.alloc(12 + 26 + 16 + sound.length * 2);
	buffer.write("FORM", 0);
	buffer.writeUInt32BE(buffer.length - 8, 4);
	buffer.write("AIFFCOMM", 8);
	buffer.writeUInt32BE(18, 16);
	buffer.writeUInt16BE(1, 20);
	buffer.writeUInt32BE(sound.length, 22);
	buffer.writeUInt16BE(16, 26);
	// 44,100 as an 80-bit number.
	buffer.set([0x40, 0x0e, 0xac, 0x44], 28);
	buffer.write("SSND", 38);
	buffer.writeUInt32BE(8 + sound.length * 2, 42);
	sound.forEach((value, at) => {
		buffer.writeInt16BE(value, 54 + at * 2);
	});
	return { name, mimeType: "audio/aiff", buffer };
}

/** The CRC at the end of FLAC's frames, with this polynomial. */
function crc(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
	const top = 1 << (bits - 1);
	const mask = (1 << bits) - 1;
	return bytes.reduce((sum, byte) => {
		let next = sum ^ (byte << (bits - 8));
		for (let bit = 0; bit < 8; bit++)
			next = (next & top ? (next << 1) ^ polynomial : next << 1) & mask;
		return next;
	}, 0);
}

/** Its frames hold uncompressed samples. */
function flac(name: string, seconds: number, pitch: number): SampleFile {
	const block = 4096;
	const sound = samples(seconds, pitch);
	const count = Math.floor(sound.length / block);
	const info = Buffer.alloc(34);
	info.writeUInt16BE(block, 0);
	info.writeUInt16BE(block, 2);
	info.writeBigUInt64BE((BigInt(HERTZ) << 44n) | (15n << 36n) | BigInt(count * block), 10);
	const parts = [Buffer.from("fLaC"), Buffer.from([0x80, 0, 0, 34]), info];
	for (let frame = 0; frame < count; frame++) {
		const number = frame < 128 ? [frame] : [0xc0 | (frame >> 6), 0x80 | (frame & 63)];
		// 4,096 samples at 44.1 kHz, mono, 16 bits.
		const header = Uint8Array.of(0xff, 0xf8, 0xc9, 0x08, ...number);
		const body = Buffer.alloc(1 + block * 2);
		body[0] = 0x02;
		for (let at = 0; at < block; at++)
			body.writeInt16BE(sound[frame * block + at] ?? 0, 1 + at * 2);
		const whole = Buffer.concat([header, Buffer.from([crc(header, 8, 0x07)]), body]);
		const end = Buffer.alloc(2);
		end.writeUInt16BE(crc(whole, 16, 0x8005));
		parts.push(whole, end);
	}
	return { name, mimeType: "audio/flac", buffer: Buffer.concat(parts) };
}

/** Five seconds of a chord at ten levels, whose frames continue in later ones: 16 kbit/s, mono. */
const LOOP = readFileSync(new URL("./loop.mp3", import.meta.url));

function loops(name: string, times: number): SampleFile {
	return {
		name,
		mimeType: "audio/mpeg",
		buffer: Buffer.concat(Array.from({ length: times }, () => LOOP)),
	};
}

/** Texts by frame name. */
type Tags = { texts?: Readonly<Record<string, string>>; cover?: Buffer };

export function taggedSong(name: string, { texts = {}, cover }: Tags, seconds = 40): SampleFile {
	const frames = Object.entries(texts).map(([id, text]) =>
		id3Frame(id, Buffer.from(`\x03${text}`, "utf8")),
	);
	if (cover) {
		const start = Buffer.from("\0image/png\0\x03\0", "latin1");
		frames.push(id3Frame("APIC", Buffer.concat([start, cover])));
	}
	const body = Buffer.concat(frames);
	const { buffer, mimeType } = loops(name, seconds / 5);
	const length = [21, 14, 7, 0].map((bits) => (body.length >> bits) & 127);
	const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...length]);
	return { name, mimeType, buffer: Buffer.concat([head, body, buffer]) };
}

function id3Frame(id: string, body: Buffer): Buffer {
	const head = Buffer.alloc(10);
	head.write(id);
	head.writeUInt32BE(body.length, 4);
	return Buffer.concat([head, body]);
}

/**
 * Written exactly like clips: the worst case for a clip that may share no run of bytes with its
 * file.
 */
async function m4a(name: string, sound: Float32Array): Promise<SampleFile> {
	registerAacEncoder();
	const target = new BufferTarget();
	const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
	const source = new AudioSampleSource({
		codec: "aac",
		quality: new Quality({ bitrate: CLIP_SOUND_BITS }),
		transform: { numberOfChannels: 2, sampleRate: 48_000 },
	});
	output.addAudioTrack(source);
	await output.start();
	const given = { format: "f32", numberOfChannels: 1, sampleRate: HERTZ, timestamp: 0 } as const;
	const sample = new AudioSample({ ...given, data: sound });
	await source.add(sample);
	sample.close();
	await output.finalize();
	return { name, mimeType: "audio/mp4", buffer: Buffer.from(target.buffer ?? new ArrayBuffer(0)) };
}

/** Recordings in Apple Lossless, which nothing here writes. */
export const losslessSounds = (): SampleFile[] =>
	["lossless.m4a", "lossless-24.m4a"].map((name) => ({
		name,
		mimeType: "audio/mp4",
		buffer: readFileSync(new URL(`./media/${name}`, import.meta.url)),
	}));

export async function soundSamples(): Promise<SampleFile[]> {
	const chord = (pitch: number) => Float32Array.from(samples(12, pitch), (value) => value / 32_768);
	return [
		await m4a("chord.m4a", chord(1)),
		await m4a("late.m4a", chord(0.8).fill(0, 0, 3 * HERTZ)),
		await m4a("silence.m4a", new Float32Array(12 * HERTZ)),
		tone("tone.wav", 12),
		aiff("chord.aiff", 9, 1.1),
		flac("chord.flac", 9, 1.3),
		taggedSong("song.mp3", {
			texts: { TIT2: `A title of ${"many ".repeat(30)}words`, TPE1: "Mara Lind", TRCK: "7/8" },
			cover: photo("cover.png", 300, 300).buffer,
		}),
	];
}
