import fc from "fast-check";
import { expect, it } from "vitest";
import { localPaths, nameOfTitle, safeName } from "./local-paths.ts";

const file = (originalName: string, folderPath = "Main Files") => ({ originalName, folderPath });
const paths = (...files: ReturnType<typeof file>[]) => [...localPaths("/to", files).values()];

it("keeps the share's folders, with the main one as the top", () => {
	expect(paths(file("a.txt"), file("b.txt", "Tour/Day 1"))).toEqual([
		"/to/a.txt",
		"/to/Tour/Day 1/b.txt",
	]);
});

it("numbers names that differ only in case", () => {
	expect(paths(file("a.txt"), file("A.TXT"), file("a.txt"), file("a.txt", "x"))).toEqual([
		"/to/a.txt",
		"/to/A (2).TXT",
		"/to/a (3).txt",
		"/to/x/a.txt",
	]);
});

it("gives a file and a folder of one path two names, whichever comes first", () => {
	expect(
		paths(
			file("A"),
			file("x", "a"),
			file("y", "A"),
			file("z", "A/B"),
			file("b", "A"),
			file("A (2)"),
			file("Vol. 2", "Mix"),
			file("1.mp3", "Mix/Vol. 2"),
		),
	).toEqual([
		"/to/A",
		"/to/a (2)/x",
		"/to/A (2)/y",
		"/to/A (2)/B/z",
		"/to/A (2)/b (2)",
		"/to/A (2) (2)",
		"/to/Mix/Vol. 2",
		"/to/Mix/Vol. 2 (2)/1.mp3",
	]);
});

it.each([
	["../../etc/passwd", ".._.._etc_passwd"],
	["..", "_"],
	["C:\\x.txt", "C__x.txt"],
	["nul.txt", "_nul.txt"],
	["a\u001b[31m\nb", "a[31m b"],
	["name. ", "name"],
	["", "_"],
])("makes %j a plain name", (given, wanted) => {
	expect(safeName(given)).toBe(wanted);
});

it.each([
	[".ssh", "_ssh"],
	["-rf", "_rf"],
	["..-a", "___a"],
	["a.b-c", "a.b-c"],
])("makes no hidden name and no option of the title %j", (title, wanted) => {
	expect(nameOfTitle(title)).toBe(wanted);
});

// G99
it("leads out of the folder for no name and no path", () => {
	fc.assert(
		fc.property(
			fc.string(),
			fc.array(fc.constantFrom("..", ".", "", "a", "\\", "/", "..\\.."), { maxLength: 5 }),
			(name, folders) => {
				const [path = ""] = paths(file(name, folders.join("/")));
				expect(path.startsWith("/to/")).toBe(true);
				expect(path.split("/")).not.toContain("..");
			},
		),
	);
});
