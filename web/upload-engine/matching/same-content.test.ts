import { expect, it } from "vitest";
import { crc32, crcText } from "./crc32.ts";
import { hasSameContent } from "./same-content.ts";

const checksum = async (blob: Blob) => crcText(crc32(new Uint8Array(await blob.arrayBuffer())));
const text = "aaaabbbbccccdddd";
const remembered = async (...parts: number[]) =>
	new Map(
		await Promise.all(
			parts.map(
				async (part) =>
					[part, await checksum(new Blob([text.slice((part - 1) * 4, part * 4)]))] as const,
			),
		),
	);

it("recognises the bytes that were sent", async () => {
	expect(await hasSameContent(new Blob([text]), 4, await remembered(1, 2, 3, 4), checksum)).toBe(
		true,
	);
	expect(await hasSameContent(new Blob([text]), 4, new Map(), checksum)).toBe(true);
});

it.each([0, 9, 15])("detects a change at byte %i", async (at) => {
	const other = new Blob([`${text.slice(0, at)}X${text.slice(at + 1)}`]);
	expect(await hasSameContent(other, 4, await remembered(1, 3, 4), checksum)).toBe(false);
});
