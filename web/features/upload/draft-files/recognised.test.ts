import { expect, test } from "vitest";
import { recognised } from "./bring-back.ts";
import type { KeptFile } from "./kept-drafts.ts";

const kept = (name: string, size: number, folder = "Main Files"): KeptFile => ({
	name,
	size,
	folder,
	type: "text/plain",
	lastModified: 1,
	path: name,
	handle: null,
	root: null,
});
const file = (name: string, size: number) => new File(["x".repeat(size)], name);

test("missing files are recognised by name and size, each once; the rest is new", () => {
	const missing = [kept("a.txt", 3, "Tides"), kept("a.txt", 3, "Waves"), kept("b.txt", 4)];
	const chosen = [file("a.txt", 3), file("b.txt", 5), file("c.txt", 1)];
	const found = recognised(missing, chosen);
	expect(found.restored.map(({ kept: { folder }, file: { name } }) => [name, folder])).toEqual([
		["a.txt", "Tides"],
	]);
	expect(found.others.map(({ name }) => name)).toEqual(["b.txt", "c.txt"]);
	expect(found.missing.map(({ name, folder }) => [name, folder])).toEqual([
		["a.txt", "Waves"],
		["b.txt", "Main Files"],
	]);
});
