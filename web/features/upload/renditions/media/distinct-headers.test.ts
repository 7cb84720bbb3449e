import { randomBytes } from "node:crypto";
import {
	BufferTarget,
	EncodedAudioPacketSource,
	EncodedPacket,
	EncodedVideoPacketSource,
	Mp4OutputFormat,
	Output,
} from "mediabunny";
import { describe, expect, it } from "vitest";
import { distinctHeaders } from "./distinct-headers.ts";
import { sharesRun } from "./shares-run.ts";

const AVC = Uint8Array.of(
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

/** A film of this many frames whose packets are like no other's. */
async function film(frames: number): Promise<Uint8Array<ArrayBuffer>> {
	const target = new BufferTarget();
	const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
	const pictures = new EncodedVideoPacketSource("avc");
	const sound = new EncodedAudioPacketSource("aac");
	output.addVideoTrack(pictures, { frameRate: 25 });
	output.addAudioTrack(sound);
	await output.start();
	for (let at = 0; at < frames; at++) {
		const size = 100 + (randomBytes(1)[0] ?? 0);
		await pictures.add(
			new EncodedPacket(randomBytes(size), at ? "delta" : "key", at / 25, 1 / 25),
			{
				decoderConfig: { codec: "avc1.42c00a", codedWidth: 160, codedHeight: 96, description: AVC },
			},
		);
		await sound.add(
			new EncodedPacket(randomBytes(size), "key", (at * 1024) / 48_000, 1024 / 48_000),
			{
				decoderConfig: {
					codec: "mp4a.40.2",
					numberOfChannels: 2,
					sampleRate: 48_000,
					description: Uint8Array.of(0x11, 0x90),
				},
			},
		);
	}
	await output.finalize();
	return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

describe("distinctHeaders", () => {
	it("leaves no run of a clip's headers that another MP4 has", async () => {
		const [clip, other] = [await film(20), await film(37)];
		expect(await sharesRun(new Blob([clip]), new Blob([other]))).toBe(true);
		distinctHeaders(clip);
		expect(await sharesRun(new Blob([clip]), new Blob([other]))).toBe(false);
	});

	it("leaves other files as they are", () => {
		const bytes = new Uint8Array(randomBytes(500));
		const before = bytes.slice();
		distinctHeaders(bytes);
		expect(bytes).toEqual(before);
	});
});
