import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { entryNames, zipEntry } from "./zip-entry.ts";

describe("zipEntry", () => {
	const text = strToU8("word ".repeat(1000));

	it.each([0, 6] as const)("unpacks an entry of compression level %s", (level) => {
		const zip = zipSync({ "a.txt": strToU8("x"), "folder/b.txt": text }, { level });
		expect(entryNames(zip)).toEqual(["a.txt", "folder/b.txt"]);
		expect(zipEntry(zip, "folder/b.txt", 10_000)).toEqual(text);
		expect(zipEntry(zip, "folder/c.txt", 10_000)).toBeNull();
	});

	it("returns null for an entry above the limit, and at most the stated bytes", () => {
		const bomb = zipSync({ "word/document.xml": new Uint8Array(64 * 1024 * 1024) });
		expect(zipEntry(bomb, "word/document.xml", 1000)).toBeNull();
		const sizeField = bomb.length - 22 - 46 - 17 + 24;
		new DataView(bomb.buffer).setUint32(sizeField, 1000, true);
		expect(zipEntry(bomb, "word/document.xml", 1000)).toHaveLength(1000);
	});

	it("returns null for damage and unknown compression", () => {
		const zip = zipSync({ "a.txt": text });
		// The method in the directory, whose record is before the end record.
		const method = zip.length - 22 - 46 - 5 + 10;
		const unknown = zip.slice();
		unknown[method] = 14;
		expect(zipEntry(unknown, "a.txt", 10_000)).toBeNull();
		zip.fill(0xff, 35, zip.length - 22 - 46 - 5);
		expect(zipEntry(zip, "a.txt", 10_000)).toBeNull();
		expect(() => entryNames(new Uint8Array(70_000))).toThrow();
	});
});
