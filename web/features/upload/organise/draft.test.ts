import { describe, expect, it } from "vitest";
import { DEFAULT_COVER } from "../../../lib/selling/cover-picture.ts";
import {
	coverIndexOf,
	type Draft,
	type DraftAction,
	draftAfter,
	EMPTY_DRAFT,
	foldersOf,
} from "./draft.ts";

function file(path: string, lastModified = 1): File {
	const made = new File(["x"], path.split("/").at(-1)!, { lastModified });
	Object.defineProperty(made, "webkitRelativePath", { value: path.includes("/") ? path : "" });
	return made;
}
const draftOf = (...actions: DraftAction[]) => actions.reduce<Draft>(draftAfter, EMPTY_DRAFT);
const places = (draft: Draft) => draft.files.map((one) => `${one.folder}: ${one.file.name}`);
const add = (paths: string[], isNested: boolean): DraftAction => ({
	type: "add",
	files: paths.map((path) => file(path)),
	isNested,
});

describe("a draft", () => {
	it("keeps the folder tree for plans with nested folders", () => {
		const draft = draftOf(add(["tour/day 1/a.jpg", "b.jpg"], true));
		expect(places(draft)).toEqual(["tour/day 1: a.jpg", "Main Files: b.jpg"]);
		expect(draft.wasFlattened).toBe(false);
		expect(foldersOf(draft)).toEqual(["Main Files", "tour", "tour/day 1"]);
	});

	it("flattens a tree to its top folders otherwise, and reports it", () => {
		const draft = draftOf(add(["tour/day 1/a.jpg", "tour/b.jpg"], false));
		expect(places(draft)).toEqual(["tour: a.jpg", "tour: b.jpg"]);
		expect(draft.wasFlattened).toBe(true);
		expect(draftOf(add(["tour/b.jpg", "c.jpg"], false)).wasFlattened).toBe(false);
	});

	it("accepts the same file once, and files of one name from two folders twice", () => {
		expect(draftOf(add(["a.jpg"], true), add(["a.jpg"], true)).files).toHaveLength(1);
		expect(draftOf(add(["x/a.jpg", "y/a.jpg"], true)).files).toHaveLength(2);
		expect(draftOf(add(["x/1/a.jpg", "x/2/a.jpg"], false)).files).toHaveLength(2);
	});

	it("leaves out files beyond a share's limit, and reports how many", () => {
		const many = Array.from({ length: 2003 }, (_, i) => `${i}.txt`);
		const draft = draftOf(add(["first.txt"], true), add(many, true));
		expect(draft.files).toHaveLength(2000);
		expect(draft.overflow).toBe(4);
	});

	it("moves, sorts by type and removes", () => {
		const draft = draftOf(add(["a.jpg", "b.mp3"], true));
		const [a, b] = draft.files.map(({ key }) => key);
		const moved = draftAfter(draft, {
			type: "change",
			keys: new Set([b!]),
			change: { folder: "Audio" },
		});
		expect(places(moved)).toEqual(["Main Files: a.jpg", "Audio: b.mp3"]);
		expect(places(draftAfter(draft, { type: "sortByType" }))).toEqual([
			"Images: a.jpg",
			"Audio: b.mp3",
		]);
		expect(places(draftAfter(draft, { type: "remove", keys: new Set([a!]) }))).toEqual([
			"Main Files: b.mp3",
		]);
	});

	it("renames a folder with its contents, and removes one without losing its files", () => {
		const draft = draftOf(add(["t/1/a.jpg"], true), { type: "makeFolder", folder: "t/empty" });
		const tour = draftAfter(draft, { type: "renameFolder", folder: "t", name: "Tour" });
		expect(foldersOf(tour)).toEqual(["Main Files", "Tour", "Tour/1", "Tour/empty"]);
		const gone = draftAfter(tour, { type: "removeFolder", folder: "Tour" });
		expect(places(gone)).toEqual(["Main Files: a.jpg"]);
		expect(foldersOf(gone)).toEqual(["Main Files"]);
	});
});

describe("the cover of a draft", () => {
	const two = draftOf(add(["a.jpg", "b.jpg"], true));
	const [first, second] = two.files.map(({ key }) => key);
	const chosen = draftAfter(two, { type: "cover", cover: { fileId: String(second) } });
	const picture = { picture: new Blob(["x"]) };

	it("takes the default cover, a file, or a picture of its own", () => {
		expect(coverIndexOf(two)).toBeNull();
		expect(coverIndexOf(chosen)).toBe(1);
		expect(coverIndexOf(draftAfter(chosen, { type: "cover", cover: picture }))).toBeNull();
	});

	it("stays with its file when others are removed or moved", () => {
		const fewer = draftAfter(chosen, { type: "remove", keys: new Set([first ?? 0]) });
		expect(coverIndexOf(fewer)).toBe(0);
		expect(coverIndexOf(draftAfter(chosen, { type: "sortByType" }))).toBe(1);
	});

	it("returns to the default cover when its file is removed or the draft is cleared", () => {
		const without = draftAfter(chosen, { type: "remove", keys: new Set([second ?? 0]) });
		expect(without.cover).toEqual(DEFAULT_COVER);
		const own = draftAfter(two, { type: "cover", cover: picture });
		const removed = draftAfter(own, { type: "remove", keys: new Set([second ?? 0]) });
		expect(removed.cover).toBe(picture);
		expect(draftAfter(own, { type: "clear" }).cover).toEqual(DEFAULT_COVER);
	});
});
