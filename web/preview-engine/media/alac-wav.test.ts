import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_FORMATS, BlobSource, Input } from "mediabunny";
import { expect, it } from "vitest";
import { alacAsWav } from "./alac-wav.ts";

const SAMPLES = join(import.meta.dirname, "../../e2e/support/media");
const HEADER = 44;

/** The samples that the files were encoded from: noisy waves, and silence between them. */
function signal(frames: number, channels: number, bits: 16 | 24): number[] {
	let state = 1;
	return Array.from({ length: frames * channels }, (_, n) => {
		const [frame, channel] = [Math.floor(n / channels), n % channels];
		state = (state * 48_271) % 2_147_483_647;
		const wave = Math.round(Math.sin((frame * (3 + channel)) / 90) * 6000);
		if (frame >= 4000 && frame < 5200) return 0;
		const loud = wave + (state % 4);
		return bits === 16 ? loud : loud * 256 + (state % 256);
	});
}

function samplesIn(wav: ArrayBuffer): number[] {
	const view = new DataView(wav, HEADER);
	return Array.from({ length: view.byteLength / 2 }, (_, n) => view.getInt16(n * 2, true));
}

it.each([
	["lossless.m4a", signal(9600, 2, 16)],
	["lossless-24.m4a", signal(4800, 1, 24).map((value) => value >> 8)],
])("Apple Lossless is decoded to the bit: %s", async (name, given) => {
	const file = new Blob([new Uint8Array(readFileSync(join(SAMPLES, name)))]);
	const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
	const track = await input.getPrimaryAudioTrack();
	const wav = track && (await alacAsWav(file, track));
	const whole = await wav!.arrayBuffer();
	expect(samplesIn(whole)).toEqual(given);
	// Reading begins and ends anywhere, also within a sample and beyond a packet.
	const piece = await wav!.slice(4001, 9002).arrayBuffer();
	expect(piece).toEqual(whole.slice(4001, 9002));
});
