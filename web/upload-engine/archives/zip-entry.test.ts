import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { zipDirectory } from "./zip-directory.ts";
import { zipEntryBytes } from "./zip-entry.ts";

async function opened(bytes: Uint8Array, name: string, most: number) {
	const archive = new Blob([new Uint8Array(bytes)]);
	const directory = await zipDirectory(archive);
	const entry = [...(directory?.entries() ?? [])].find((entry) => entry.name === name);
	return entry ? zipEntryBytes(archive, entry, most) : undefined;
}

describe("zipEntryBytes", () => {
	const text = strToU8("word ".repeat(1000));

	it.each([0, 6] as const)(
		"returns what an entry contains, at compression level %s",
		async (level) => {
			const zip = zipSync({ "a.txt": strToU8("x"), "folder/b.txt": text }, { level });
			expect(await opened(zip, "folder/b.txt", 10_000)).toEqual(text);
		},
	);

	it("unpacks no more of a bomb than is asked for", async () => {
		const bomb = zipSync({ "word/document.xml": new Uint8Array(64 * 1024 * 1024) });
		expect(await opened(bomb, "word/document.xml", 1000)).toHaveLength(1000);
	});

	it("returns what comes before the damage, and nothing of noise", async () => {
		const zip = zipSync({ "a.txt": text }, { level: 6 });
		const start = 30 + 5;
		const end = start + new DataView(zip.buffer).getUint32(18, true);
		zip.fill(0xff, (start + end) / 2, end);
		const left = await opened(zip, "a.txt", 10_000);
		expect((left ?? new Uint8Array(0)).every((byte, at) => byte === text[at])).toBe(true);
		zip.fill(0xff, start, end);
		expect(await opened(zip, "a.txt", 10_000)).toBeNull();
	});

	it("returns null for packing that browsers can't undo", async () => {
		const zip = zipSync({ "a.txt": text });
		// The method in the directory, whose record is before the end record.
		const record = zip.length - 22 - 46 - 5;
		zip[record + 10] = 14;
		expect(await opened(zip, "a.txt", 10)).toBeNull();
	});
});
