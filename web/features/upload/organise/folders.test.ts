import { describe, expect, it } from "vitest";
import {
	defaultFolderOf,
	folderNameProblem,
	folderOfPath,
	inOrder,
	parentOf,
	pathIn,
	renamed,
} from "./folders.ts";

describe("folderNameProblem", () => {
	const folders = ["Images", "Tour", "Tour/Day 1"];
	it.each([
		["", "Main Files", "empty"],
		["   ", "Main Files", "empty"],
		["..", "Main Files", "empty"],
		["Images", "Main Files", "exists"],
		["  images ", "Main Files", "exists"],
		["Main Files", "Main Files", "exists"],
		["Day 1", "Tour", "exists"],
		["Day 1", "Main Files", null],
		["Images", "Tour", null],
		["a/b", "Main Files", "slash"],
		["x".repeat(401), "Main Files", "tooLong"],
	])("%j in %s: %s", (name, parent, problem) => {
		expect(folderNameProblem(name, parent, folders)).toBe(problem);
	});
});

it("keeps a dropped tree, or its top folders only", () => {
	expect(folderOfPath("tour/day 1/a.jpg", true)).toBe("tour/day 1");
	expect(folderOfPath("tour/day 1/a.jpg", false)).toBe("tour");
	expect(folderOfPath("a.jpg", true)).toBe("Main Files");
	expect(folderOfPath("./a.jpg", false)).toBe("Main Files");
	expect(folderOfPath("../../etc/a.txt", true)).toBe("etc");
});

it("sorts by type into the default folders", () => {
	expect(
		["a.JPG", "b.mov", "c.mp3", "d.pdf", "e.csv", "f.zip", "g.tar"].map(defaultFolderOf),
	).toEqual(["Images", "Videos", "Audio", "Documents", "Documents", "Other", "Other"]);
});

it("renames a folder with its contents, and no folder that only begins with the same name", () => {
	expect(renamed("Tour/Day 1/Raw", "Tour/Day 1", "Tour/First")).toBe("Tour/First/Raw");
	expect(renamed("Tour/Day 10", "Tour/Day 1", "Tour/First")).toBe("Tour/Day 10");
	expect(renamed("Tour", "Tour", "Trip")).toBe("Trip");
});

it("shows Main Files first, then by name, parents before children, parents without files too", () => {
	expect(inOrder(["b/x", "Day 10", "Day 2", "a", "Main Files"])).toEqual([
		"Main Files",
		"a",
		"b",
		"b/x",
		"Day 2",
		"Day 10",
	]);
});

it("computes parents and paths", () => {
	expect(parentOf("a/b/c")).toBe("a/b");
	expect(parentOf("a")).toBe("Main Files");
	expect(pathIn("Main Files", " New ")).toBe("New");
	expect(pathIn("a", "New")).toBe("a/New");
});
