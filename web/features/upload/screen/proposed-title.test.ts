import { expect, test } from "vitest";
import { proposedTitle } from "./proposed-title.ts";

const file = (path: string, named?: string) => {
	const made = new File(["x"], path.split("/").at(-1) ?? "");
	if (path.includes("/")) Object.defineProperty(made, "webkitRelativePath", { value: path });
	return { file: made, named };
};

test.each<[string, ReturnType<typeof file>[], string | null]>([
	[
		"the folder",
		[file("harbour at_dawn/a.jpg"), file("harbour at_dawn/x/b.jpg")],
		"Harbour at dawn",
	],
	["nothing for a camera's folder", [file("100CANON/a.jpg")], null],
	["nothing for two folders", [file("one day/a.jpg"), file("next day/b.jpg")], null],
	[
		"the album",
		[file("1.mp3", "Slack Water"), file("2.mp3", "Slack Water"), file("a.jpg")],
		"Slack Water",
	],
	["the family of fonts", [file("a.otf", "Low Tide"), file("b.otf", "Low Tide")], "Low Tide"],
	["nothing for two families", [file("a.otf", "Low Tide"), file("b.otf", "Kelp")], null],
	["nothing for two albums", [file("1.mp3", "Slack Water"), file("2.mp3", "Ebb")], null],
	["the document", [file("knots_for_sailors.pdf")], "Knots for sailors"],
	["nothing for a scan", [file("Scan 12.pdf")], null],
	["nothing for a photograph", [file("DSC_0042.jpg")], null],
	["nothing for several files", [file("a story.pdf"), file("b story.pdf")], null],
	["nothing without files", [], null],
])("proposes %s", (_, files, title) => {
	expect(proposedTitle(files)).toBe(title);
});
