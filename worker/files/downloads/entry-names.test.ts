import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryNames } from "./entry-names.ts";

const file = (originalName: string, folderPath: string | null = null) => ({
	originalName,
	folderPath,
});
const name = (originalName: string) => entryNames([file(originalName)])[0];

describe("folders", () => {
	it("nests folders, with Main Files at the root", () => {
		expect(
			entryNames([
				file("a.txt"),
				file("b.txt", "Main Files"),
				file("c.txt", "A/B"),
				file("d.txt", "A"),
			]),
		).toEqual(["a.txt", "b.txt", "A/B/c.txt", "A/d.txt"]);
	});

	// G43
	it.each(["../../etc", "/etc", "./etc", "etc/", "etc//", "\\etc", "..\\..\\etc", "etc/."])(
		"cannot be escaped by %j",
		(folder) => {
			expect(entryNames([file("x", folder)])).toEqual(["etc/x"]);
		},
	);

	it("removes drive letters", () => {
		expect(entryNames([file("x", "C:/a"), file("C:x")])).toEqual(["C_/a/x", "C_x"]);
	});

	it("nests folders thousands of levels deep", () => {
		const deep = "a/".repeat(10_000);
		expect(entryNames([file("x", deep), file("X", deep.toUpperCase())])).toEqual([
			`${deep}x`,
			`${deep.toUpperCase()}X (2)`,
		]);
	});

	it("merges a folder's spellings, even if a file has its name", () => {
		expect(
			entryNames([file("a"), file("x", "A/b"), file("x", "a/B"), file("y", "A/b"), file("b", "A")]),
		).toEqual(["a", "A (2)/b/x", "a (2)/B/x (2)", "A (2)/b/y", "A (2)/b (2)"]);
	});

	it("names folders independently of other folders' contents", () => {
		expect(
			entryNames([file("b", "A"), file("x", "A/b"), file("b", "B/c"), file("x", "B/b")]),
		).toEqual(["A/b", "A/b (2)/x", "B/c/b", "B/b/x"]);
	});

	it("keeps a folder and a file of one name apart", () => {
		expect(
			entryNames([
				file("A"),
				file("x", "A"),
				file("A"),
				file("y", "A"),
				file("z", "a"),
				file("B", ""),
				file("A (2)"),
			]),
		).toEqual(["A", "A (2)/x", "A (3)", "A (2)/y", "a (2)/z", "B", "A (2) (2)"]);
	});
});

describe("names", () => {
	it.each([
		["CON", "_CON"],
		["aux.txt", "_aux.txt"],
		["LPT1.tar.gz", "_LPT1.tar.gz"],
		["com¹", "_com¹"],
		["nul .txt", "_nul .txt"],
		["console.txt", "console.txt"],
		["trailing. . ", "trailing"],
		["...", "_"],
		["", "_"],
		["a\0b\nc", "abc"],
		['what?<is>|"this*', "what__is___this_"],
		["cafe\u0301.txt", "caf\u00e9.txt"],
		["invoice\u202egpj.exe", "invoicegpj.exe"],
		["e\u200e\u0301", "\u00e9"],
		["\ud800.txt", "\ufffd.txt"],
		[".gitignore", ".gitignore"],
	])("%j becomes %j", (raw, expected) => {
		expect(name(raw)).toBe(expected);
	});

	// G43
	it("makes names unique ignoring case", () => {
		expect(
			entryNames([file("photo.jpg"), file("PHOTO.JPG"), file("photo (2).jpg"), file("Photo.jpg")]),
		).toEqual(["photo.jpg", "PHOTO (2).JPG", "photo (2) (2).jpg", "Photo (3).jpg"]);
		expect(entryNames([file("x", "Photos"), file("X", "photos")])).toEqual([
			"Photos/x",
			"photos/X (2)",
		]);
		expect(entryNames([file("é.txt"), file("E\u0301.txt")])).toEqual(["é.txt", "É (2).txt"]);
	});

	it("shortens names to 255 bytes with their extension", () => {
		const long = entryNames([file(`${"写".repeat(200)}.jpeg`), file(`${"写".repeat(200)}.jpeg`)]);
		for (const path of long) expect(new TextEncoder().encode(path).length).toBeLessThanOrEqual(255);
		expect(long[0]).toMatch(/^写+\.jpeg$/);
		expect(long[1]).toMatch(/^写+ \(2\)\.jpeg$/);
	});

	it("computes names quickly if all are the same", () => {
		const paths = entryNames(Array.from({ length: 20_000 }, () => file("a.jpg")));
		expect(paths[19_999]).toBe("a (20000).jpg");
	});
});

describe("any list of names", () => {
	const alphabet = fc.constantFrom(
		"a",
		"A",
		".",
		"/",
		"\\",
		" ",
		"(2)",
		" (2)",
		"con",
		"é",
		"É",
		"\0",
		":",
		"\ud800",
		"ß",
	);
	const text = fc.oneof(
		fc.array(alphabet, { maxLength: 6 }).map((parts) => parts.join("")),
		fc.string({ unit: "binary", maxLength: 300 }),
	);
	const files = fc.array(fc.record({ originalName: text, folderPath: fc.option(text) }), {
		maxLength: 30,
	});

	// G43
	it("gives safe, distinct paths, none inside a file", () => {
		fc.assert(
			fc.property(files, (list) => {
				const paths = entryNames(list);
				const keys = new Set(paths.map((path) => path.toLowerCase()));
				expect(keys.size).toBe(list.length);
				for (const path of paths) {
					expect(path).toBe(path.normalize("NFC"));
					expect(path).not.toMatch(/[\p{Cc}\p{Cs}\\:*?"<>|]/u);
					for (const part of path.split("/")) {
						expect(part).not.toMatch(/^$|^ |[. ]$|^(?:con|aux|nul|prn)(?:\.|$)/i);
						expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(255);
					}
					const parts = path.toLowerCase().split("/");
					for (let depth = 1; depth < parts.length; depth++) {
						expect(keys.has(parts.slice(0, depth).join("/"))).toBe(false);
					}
				}
			}),
		);
	});

	it("keeps every path when files are appended", () => {
		fc.assert(
			fc.property(files, files, (first, added) => {
				expect(entryNames([...first, ...added]).slice(0, first.length)).toEqual(entryNames(first));
			}),
		);
	});
});
