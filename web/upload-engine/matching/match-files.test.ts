import { describe, expect, it } from "vitest";
import { type ExpectedFile, matchFiles } from "./match-files.ts";

const want = (over: Partial<ExpectedFile> = {}): ExpectedFile => ({
	id: "f1",
	name: "a.jpg",
	folderPath: "Main Files",
	size: 3,
	lastModified: 1000,
	...over,
});
const offer = (path: string, text = "abc", lastModified = 1000) => {
	const name = path.split("/").at(-1)!;
	return { path, file: new File([text], name, { lastModified }) };
};

describe("matchFiles", () => {
	it("accepts the same name, size and date", () => {
		const one = offer("a.jpg");
		expect(matchFiles([want()], [offer("b.jpg"), one]).found.get("f1")).toBe(one.file);
	});

	it("refuses another size or date, and reports it", () => {
		expect(matchFiles([want()], [offer("a.jpg", "abcd")]).changed).toHaveLength(1);
		expect(matchFiles([want()], [offer("a.jpg", "abc", 2000)]).changed).toHaveLength(1);
		expect(
			matchFiles([want({ lastModified: null })], [offer("a.jpg", "abc", 2000)]).found.size,
		).toBe(1);
	});

	it("lists what was not offered", () => {
		expect(matchFiles([want()], [offer("b.jpg")]).missing).toEqual([want()]);
	});

	it("distinguishes files of one name by their folders, and uses each once", () => {
		const [first, second] = [offer("tour/one/a.jpg"), offer("tour/two/a.jpg")];
		const { found } = matchFiles(
			[want({ id: "x", folderPath: "tour/two" }), want({ id: "y", folderPath: "tour/one" })],
			[first, second],
		);
		expect(found.get("x")).toBe(second.file);
		expect(found.get("y")).toBe(first.file);
		expect(matchFiles([want({ id: "x" }), want({ id: "y" })], [first]).missing).toHaveLength(1);
	});

	it("treats both Unicode forms of an umlaut as equal", () => {
		expect(matchFiles([want({ name: "Grüße.jpg" })], [offer("Gru\u0308ße.jpg")]).found.size).toBe(
			1,
		);
	});
});
