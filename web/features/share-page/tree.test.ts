import { expect, test } from "vitest";
import { firstOf, treeOf } from "./tree.ts";

const items = ["Wet/a", "Wet/Ink/b", "Wet/Ink/c", "Paper/Rough/Cold/d", "e"].map((path, at) => ({
	path,
	size: 10 ** at,
}));
const tree = treeOf(items, ({ path }) => path.split("/").slice(0, -1));

test("folders count and measure all that is below them, in the order of their first file", () => {
	expect(tree).toMatchObject({ count: 5, size: 11_111, items: [{ path: "e" }] });
	expect(tree.folders).toMatchObject([
		{
			name: "Wet",
			count: 3,
			size: 111,
			items: [{ path: "Wet/a" }],
			folders: [{ name: "Ink", count: 2, size: 110, folders: [] }],
		},
		{ name: "Paper / Rough / Cold", count: 1, size: 1000, items: [{ path: "Paper/Rough/Cold/d" }] },
	]);
});

test("folders of one name in different places stay apart", () => {
	const paths = [
		["Low", "Left"],
		["High", "Left"],
	];
	const two = treeOf(
		paths.map((path) => ({ path, size: 1 })),
		({ path }) => path,
	);
	expect(two.folders.map(({ name, count }) => [name, count])).toEqual([
		["Low / Left", 1],
		["High / Left", 1],
	]);
});

test("keeps all folders with their counts in the first rows of a tree", () => {
	const first = firstOf(tree, 2);
	expect(first).toMatchObject({ count: 5, items: [] });
	expect(first.folders).toMatchObject([
		{ count: 3, items: [], folders: [{ items: [{ path: "Wet/Ink/b" }, { path: "Wet/Ink/c" }] }] },
		{ count: 1, items: [] },
	]);
});
