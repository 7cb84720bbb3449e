import { expect, it } from "vitest";
import { ACCEPT, refusalOf } from "./accepted.ts";

const GIB5 = 5 * 1024 ** 3;

it.each([
	["a.JPG", 10, null],
	["film.mp4", GIB5, null],
	["film.mp4", GIB5 + 1, "large"],
	["photo.heic", 10, "type"],
	["server.log", 10, "type"],
	["README", 10, "type"],
	[`${"x".repeat(252)}.jpg`, 10, "name"],
])("%s of %i bytes: %s", (name, size, refusal) => {
	expect(refusalOf({ name, size })).toBe(refusal);
});

it("does not call a ZIP refused while it is dragged, whatever the system calls it", () => {
	expect(ACCEPT["application/x-zip-compressed"]).toEqual([".zip"]);
	expect(ACCEPT["application/zip"]).toEqual([".zip"]);
});
