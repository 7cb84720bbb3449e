import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { listOf, sidecars } from "./lists.ts";

const NAMES = ["IMG_1.jpg", "IMG_2.final.JPG", "IMG_1.png", ".hidden", "Ömer"];

test("lists names once and without extensions, as each program searches for them", () => {
	expect(listOf(NAMES, "lightroom")).toBe("IMG_1, IMG_2.final, .hidden, Ömer");
	expect(listOf(NAMES, "captureOne")).toBe("IMG_1 IMG_2.final .hidden Ömer");
	expect(listOf(NAMES, "files")).toBe("IMG_1 OR IMG_2.final OR .hidden OR Ömer");
});

test("writes a sidecar with five stars for each name", async () => {
	const zip = sidecars(NAMES, Date.UTC(2026, 0, 1));
	const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
	expect(Object.keys(files)).toEqual(["IMG_1.xmp", "IMG_2.final.xmp", ".hidden.xmp", "Ömer.xmp"]);
	expect(strFromU8(files["Ömer.xmp"] ?? new Uint8Array())).toContain('xmp:Rating="5"');
});
