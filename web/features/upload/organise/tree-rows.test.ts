import { expect, it } from "vitest";
import { type TreeRow, treeRows } from "./tree-rows.ts";

const files = ["Main Files", "t", "t/1", "tx"].map((folder, key) => ({
	key,
	folder,
	file: new File(["abc"], `${key}.txt`),
	noPreview: false,
	wholeOnly: false,
}));
const folders = ["Main Files", "t", "t/1", "tx"];
const shown = (rows: TreeRow[]) =>
	rows.map((row) =>
		row.kind === "folder" ? `${row.folder} ${row.count}/${row.size}` : row.chosen.key,
	);

it("lists every folder with its files", () => {
	expect(shown(treeRows(files, folders, new Set()))).toEqual([
		"Main Files 1/3",
		0,
		"t 1/3",
		1,
		"t/1 1/3",
		2,
		"tx 1/3",
		3,
	]);
});

it("hides the contents of a closed folder, and of no folder that only begins with the same name", () => {
	expect(shown(treeRows(files, folders, new Set(["t", "Main Files"])))).toEqual([
		"Main Files 1/3",
		"t 1/3",
		"tx 1/3",
		3,
	]);
});
