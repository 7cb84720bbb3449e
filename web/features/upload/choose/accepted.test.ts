import { expect, it } from "vitest";
import { ACCEPT, EXTENSIONS_BY_FAMILY, refusalOf } from "./accepted.ts";

const GIB5 = 5 * 1024 ** 3;

/** Reports `size` without having the bytes. */
function file(name: string, size: number, head = "hello"): File {
	const made = new File([head], name);
	Object.defineProperty(made, "size", { value: size });
	return made;
}
const MP4 = "\0\0\0\x18ftypisom";

it.each([
	["a.TXT", 10, "hello", null],
	["film.mp4", GIB5, MP4, null],
	["film.mp4", GIB5 + 1, MP4, "large"],
	["photo.heic", 10, "\0\0\0\x18ftypheic", null],
	["photo.heic", 10, "", "damaged"],
	["Setup.EXE", 10, "MZ\x90\0", "program"],
	["brushes.abr", 10, "MZ\x90\0", "program"],
	["notes.txt", 10, "MZ\x90\0", "program"],
	["run.jar", 10, "PK\x03\x04", "program"],
	["server.log", 10, "", "type"],
	["README", 10, "", "type"],
	[`${"x".repeat(252)}.jpg`, 10, "", "name"],
	["photo.jpg", 10, "no photo", "damaged"],
	["notes.txt", 10, "\x9a\0\x17", "damaged"],
	["licence.pdf", 0, "", "empty"],
	["photo.jpg", 0, "", "empty"],
	["placeholder.txt", 0, "", null],
	["song.mp3", 10, MP4, "content"],
])("%s of %i bytes: %s", async (name, size, head, refusal) => {
	expect(await refusalOf(file(name, size, head))).toBe(refusal);
});

it("names a file that cannot be read", async () => {
	const gone = file("a.txt", 10);
	gone.slice = () => {
		throw new DOMException("gone", "NotReadableError");
	};
	expect(await refusalOf(gone)).toBe("unreadable");
});

it("never marks a dragged ZIP as refused, whatever type the system reports", () => {
	expect(ACCEPT["application/x-zip-compressed"]).toEqual([".zip"]);
	expect(ACCEPT["application/zip"]).toEqual([".zip"]);
});

it("lists every family with its extensions", () => {
	const listed = new Map(EXTENSIONS_BY_FAMILY);
	expect(listed.get("image")).toMatch(/^png, apng, jpg, jpeg, .*heic/);
	expect([...listed.values()].every((extensions) => extensions !== "")).toBe(true);
});
