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

describe("mediaRenditions", () => {
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
