import { expect, test } from "vitest";
import { fileOf, previewOf } from "../../../worker/test/fixtures/share-page.ts";
import { trackNamesOf } from "./titles.ts";

const named = (...names: string[]) =>
	trackNamesOf(names.map((originalName) => fileOf({ originalName, mimeType: "audio/mpeg" })));

test("names a track by its tags, whatever its file is called", () => {
	const preview = previewOf({ kind: "clip", tags: { title: "Low Tide" } });
	expect(trackNamesOf([fileOf({ originalName: "1 01 master_v3.wav", preview })])).toEqual([
		"Low Tide",
	]);
});

test("else by its file's name without the extension and numbers in front", () => {
	expect(named("01 - Low Tide.mp3")).toEqual(["Low Tide"]);
	expect(named("1. Low_Tide.flac")).toEqual(["Low Tide"]);
	expect(named("07 Kelp.mp3")).toEqual(["Kelp"]);
	expect(named("1 01 Low Tide.mp3", "2 02 Kelp.mp3")).toEqual(["Low Tide", "Kelp"]);
	expect(named("1 Low Tide.mp3", "2 Kelp.mp3")).toEqual(["Low Tide", "Kelp"]);
	expect(named("01 - Low Tide.mp3", "02 - Kelp.mp3")).toEqual(["Low Tide", "Kelp"]);
});

test("numbers that belong to a title stay", () => {
	expect(named("99 Red Balloons.mp3")).toEqual(["99 Red Balloons"]);
	expect(named("1 More Night.mp3", "22 Kelp.mp3")).toEqual(["1 More Night", "22 Kelp"]);
	expect(named("01.mp3")).toEqual(["01"]);
	expect(named("1.mp3", "2.mp3")).toEqual(["1", "2"]);
	expect(named("2024.mp3", "1999.mp3")).toEqual(["2024", "1999"]);
});
