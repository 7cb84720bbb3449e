import { describe, expect, it } from "vitest";
import { fitClip, MIN_VIDEO_BITS, type VideoAim } from "./fit-clip.ts";

const SECONDS = 30;
const first: VideoAim = { bitrate: 2_000_000, edge: 960 };
const limits = { bytes: 24 * 1024 * 1024, expected: (2_000_000 / 8) * SECONDS };

function encoder(bitsFor: (aim: VideoAim) => number) {
	const asked: VideoAim[] = [];
	const encode = async (aim: VideoAim) => {
		asked.push(aim);
		return { size: Math.floor((bitsFor(aim) / 8) * SECONDS) };
	};
	return { asked, encode };
}

describe("fitClip", () => {
	it("encodes once when the encoder respects the bitrate", async () => {
		const { asked, encode } = encoder(({ bitrate }) => bitrate * 1.1);
		expect((await fitClip(first, limits, encode))?.size).toBeGreaterThan(0);
		expect(asked).toEqual([first]);
	});

	it("requests less from an encoder that overshoots, instead of dropping the clip", async () => {
		const { asked, encode } = encoder(({ bitrate }) => bitrate * 6.5);
		const clip = await fitClip(first, limits, encode);
		expect(clip?.size).toBeLessThanOrEqual(limits.expected * 2);
		expect(asked).toHaveLength(2);
	});

	it("makes the picture smaller for an encoder that ignores the bitrate", async () => {
		const { asked, encode } = encoder(({ edge }) => 13_000_000 * (edge / 960) ** 2);
		const clip = await fitClip(first, limits, encode);
		expect(clip?.size).toBeLessThanOrEqual(limits.bytes);
		expect(asked.length).toBeLessThanOrEqual(3);
	});

	it("keeps a clip within the limit though larger than requested, when no other is smaller", async () => {
		const { encode } = encoder(() => 5_000_000);
		expect((await fitClip(first, limits, encode))?.size).toBe((5_000_000 / 8) * SECONDS);
	});

	it("returns null when every clip is too large, after three attempts", async () => {
		const { asked, encode } = encoder(() => 40_000_000);
		expect(await fitClip(first, limits, encode)).toBeNull();
		expect(asked).toHaveLength(3);
		for (const { bitrate } of asked) expect(bitrate).toBeGreaterThanOrEqual(MIN_VIDEO_BITS);
	});

	it("returns null when nothing can be encoded", async () => {
		expect(await fitClip(first, limits, async () => null)).toBeNull();
	});
});
