import { randomBytes } from "node:crypto";
import {
	BufferSource,
	BufferTarget,
	EncodedAudioPacketSource,
	EncodedPacket,
	EncodedPacketSink,
	EncodedVideoPacketSource,
	Input,
	MP4,
	Mp4OutputFormat,
	Output,
} from "mediabunny";
import { expect, it } from "vitest";
import { withoutSei } from "./without-sei.ts";

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
const TEXT =
	"x264 - core 164 r3095 - H.264/MPEG-4 AVC codec - Copyleft 2003-2022 - options: cabac=1";

function unit(type: number, content: Uint8Array): Buffer {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(content.length + 1);
	return Buffer.concat([length, Buffer.from([type]), content]);
}

async function packetsOf(mp4: ArrayBuffer, kind: "video" | "audio") {
	const input = new Input({ formats: [MP4], source: new BufferSource(mp4) });
	const track =
		kind === "video" ? await input.getPrimaryVideoTrack() : await input.getPrimaryAudioTrack();
	if (!track) throw new Error("no track");
	const packets: EncodedPacket[] = [];
	for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
	return packets;
}

it("removes what an encoder says of itself, and leaves pictures and sound as they are", async () => {
	const target = new BufferTarget();
	const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
	const film = new EncodedVideoPacketSource("avc");
	const sound = new EncodedAudioPacketSource("aac");
	output.addVideoTrack(film);
	output.addAudioTrack(sound);
	await output.start();
	const pictures = Array.from({ length: 50 }, () => unit(0x65, randomBytes(90)));
	for (const [at, picture] of pictures.entries())
		await film.add(
			new EncodedPacket(
				at % 25 ? picture : Buffer.concat([unit(6, Buffer.from(TEXT)), picture]),
				at % 25 ? "delta" : "key",
				at / 25,
				1 / 25,
			),
			{
				decoderConfig: { codec: "avc1.42c00a", codedWidth: 160, codedHeight: 96, description: AVC },
			},
		);
	for (let at = 0; at < 90; at++)
		await sound.add(
			new EncodedPacket(randomBytes(60), "key", -0.044 + (at * 1024) / 48_000, 1024 / 48_000),
			{
				decoderConfig: {
					codec: "mp4a.40.2",
					numberOfChannels: 2,
					sampleRate: 48_000,
					description: Uint8Array.of(0x11, 0x90),
				},
			},
		);
	await output.finalize();
	const whole = target.buffer ?? new ArrayBuffer(0);
	expect(Buffer.from(whole).includes(TEXT)).toBe(true);

	const clean = await withoutSei(whole);
	expect(Buffer.from(clean).includes("x264")).toBe(false);
	const left = await packetsOf(clean, "video");
	expect(left.map(({ data }) => Buffer.from(data))).toEqual(pictures);
	const [before, after] = [await packetsOf(whole, "video"), left];
	expect(after.map(({ type, timestamp }) => [type, timestamp])).toEqual(
		before.map(({ type, timestamp }) => [type, timestamp]),
	);
	expect(await packetsOf(clean, "audio")).toEqual(await packetsOf(whole, "audio"));
});
