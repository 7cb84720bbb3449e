import { expect, test } from "vitest";
import { MIB } from "../../contract/constants.ts";
import { chunksOf } from "./byte-reader.ts";

/**
 * The chunks of a body of so many bytes: their lengths, the sizes of their buffers, and whether they equal the body.
 */
async function read(size: number, expected?: number) {
	const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251);
	const chunks: Uint8Array[] = [];
	for await (const chunk of chunksOf(new Blob([bytes]).stream(), expected)) chunks.push(chunk);
	const whole = new Uint8Array(await new Blob(chunks).arrayBuffer());
	return {
		lengths: chunks.map(({ length }) => length),
		buffers: chunks.map(({ buffer }) => buffer.byteLength),
		isWhole: whole.length === size && whole.every((byte, at) => byte === bytes[at]),
	};
}

test("a body whose length is known is read into a buffer of that length, and whole when it is longer", async () => {
	expect(await read(1000, 1000)).toEqual({ lengths: [1000], buffers: [1000], isWhole: true });
	const { lengths, isWhole } = await read(2500, 1000);
	expect(lengths).toEqual([1000, 1000, 500]);
	expect(isWhole).toBe(true);
});

test("a body of unknown or greater length is read in chunks of 1 MiB", async () => {
	const chunks = [MIB, MIB, 5];
	expect((await read(2 * MIB + 5)).lengths).toEqual(chunks);
	expect(await read(2 * MIB + 5, 3 * MIB)).toMatchObject({ lengths: chunks, isWhole: true });
});
