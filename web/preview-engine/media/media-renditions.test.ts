import {
	BufferTarget,
	EncodedAudioPacketSource,
	EncodedPacket,
	MovOutputFormat,
	Output,
} from "mediabunny";
import { describe, expect, it } from "vitest";
import { mediaRenditions } from "./media-renditions.ts";

/** A FLAC header that claims one second of sound, followed by these bytes instead. */
function flac(...following: number[]): File {
	const description = new DataView(new ArrayBuffer(42));
	description.setUint32(0, 0x664c6143);
	description.setUint32(4, 0x80000022);
	for (const at of [8, 10]) description.setUint16(at, 4096);
	// 44,100 Hz, two channels of 16 bits, 44,100 samples.
	description.setUint32(18, 0x0ac442f0);
	description.setUint32(22, 44_100);
	return new File([description.buffer, Uint8Array.from(following)], "cut.flac");
}

/** A QuickTime file with a second of silence, whose first box has this type. */
async function quickTime(firstBox: string): Promise<File> {
	const target = new BufferTarget();
	const output = new Output({ format: new MovOutputFormat(), target });
	const sound = new EncodedAudioPacketSource("pcm-s16");
	output.addAudioTrack(sound);
	await output.start();
	const silence = new EncodedPacket(new Uint8Array(16_000), "key", 0, 1);
	const decoderConfig = { codec: "pcm-s16", numberOfChannels: 1, sampleRate: 8000 };
	await sound.add(silence, { decoderConfig });
	await output.finalize();
	const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer());
	bytes.set(new TextEncoder().encode(firstBox), 4);
	return new File([bytes], "old.mov");
}

describe("mediaRenditions", () => {
	it.each(["ftyp", "wide", "free", "skip", "pnot"])(
		"reads a QuickTime film that begins with `%s`",
		async (firstBox) => {
			const wanted = { kinds: ["tags"], policy: "30" } as const;
			expect(await mediaRenditions(await quickTime(firstBox), wanted)).toMatchObject({
				renditions: [{ kind: "tags", durationMs: 1000 }],
				failure: null,
			});
		},
	);

	it.each([
		["ends after its description", flac()],
		["goes on with something else", flac(...new Array<number>(500).fill(0x5a))],
		["has only the beginning of a frame", flac(0xff, 0xf8, 0xc9)],
		[
			"has a frame whose checksum is wrong",
			flac(0xff, 0xf8, 0xc9, 0x18, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
		],
	])("makes nothing of a FLAC that %s", async (_what, file) => {
		for (const kinds of [["tags"], ["clip", "waveform"]] as const)
			expect(await mediaRenditions(file, { kinds, policy: "30" })).toEqual({
				renditions: [],
				failure: "unreadable",
			});
	});
});
