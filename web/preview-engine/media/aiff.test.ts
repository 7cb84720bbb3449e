import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aiffAsWav } from "./aiff.ts";

/** 44.1 kHz, mono, 16 bits. */
function noise(): Buffer {
	const buffer = Buffer.concat([Buffer.alloc(54), randomBytes(88_200)]);
	buffer.write("FORM....AIFFCOMM");
	buffer.writeUInt32BE(18, 16);
	buffer.writeUInt16BE(1, 20);
	buffer.writeUInt16BE(16, 26);
	buffer.set([0x40, 0x0e, 0xac, 0x44], 28);
	buffer.write("SSND", 38);
	buffer.writeUInt32BE(8 + 88_200, 42);
	return buffer;
}

async function wavOf(bytes: Uint8Array): Promise<DataView | null> {
	const wav = await aiffAsWav(new Blob([new Uint8Array(bytes)]));
	return wav && new DataView(await wav.arrayBuffer());
}

describe("aiffAsWav", () => {
	const sample = noise();

	it("keeps rate, channels and samples", async () => {
		const wav = await wavOf(sample);
		expect(wav?.getUint16(22, true)).toBe(1);
		expect(wav?.getUint32(24, true)).toBe(44_100);
		expect(wav?.byteLength).toBe(44 + 88_200);
		for (const at of [0, 1000, 44_000])
			expect(wav?.getInt16(44 + at * 2, true)).toBe(sample.readInt16BE(54 + at * 2));
	});

	it.each([
		["another file", Buffer.from("RIFF....WAVE")],
		["a cut header", sample.subarray(0, 30)],
		["no samples", sample.subarray(0, 38)],
		["a rate of zero", Buffer.from(sample).fill(0, 28, 38)],
		["no channels", Buffer.from(sample).fill(0, 20, 22)],
		["nothing", Buffer.alloc(0)],
	])("returns null for %s", async (_name, bytes) => {
		expect(await wavOf(bytes)).toBeNull();
	});
});
