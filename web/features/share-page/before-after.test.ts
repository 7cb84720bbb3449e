import { expect, it } from "vitest";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { pairsIn } from "./before-after.ts";

const picture = (path: string, kind = "sample", width = 1600) => {
	const [originalName = "", folderPath = "Main Files"] = path.split("/").reverse();
	return { originalName, folderPath, preview: { kind, width, height: 1000 } } as ShareFile;
};
const namesOf = (files: readonly ShareFile[], paid = false) =>
	pairsIn(files, paid).map(({ before, after }) => [before.originalName, after.originalName]);

it.each([
	["by their names", ["dunes-before.jpg", "dunes-after.jpg"]],
	["in another order and case", ["Dunes After.jpg", "Dunes Before.jpg"]],
	["in German", ["duene_vorher.png", "duene_nachher.png"]],
	["in Spanish", ["duna antes.jpg", "duna después.jpg"]],
	["in names with decomposed accents", ["duna antes.jpg", "duna despue\u0301s.jpg"]],
	["by their folders", ["Before/dunes.jpg", "After/dunes.jpg"]],
])("finds two pictures of one subject %s", (_, names) => {
	expect(namesOf(names.map((name) => picture(name)))).toHaveLength(1);
});

it.each([
	["another subject", [picture("dunes-before.jpg"), picture("sea-after.jpg")]],
	["one that is alone", [picture("before.jpg")]],
	["another shape", [picture("before.jpg"), picture("after.jpg", "sample", 700)]],
	["frosted ones", [picture("before.jpg", "image"), picture("after.jpg", "image")]],
])("finds none with %s", (_, files) => {
	expect(namesOf(files)).toEqual([]);
});

it("compares the originals once they are paid", () => {
	const files = [picture("before.jpg", "image"), picture("after.jpg", "image")];
	expect(namesOf(files, true)).toEqual([["before.jpg", "after.jpg"]]);
});
