import { expect, it } from "vitest";
import { formatSize, isMainFile } from "./files.ts";

it.each([
	[0, "en", "0 Bytes"],
	[1, "en", "1 Bytes"],
	[1023, "en", "1023 Bytes"],
	[1024, "en", "1 KB"],
	[1536, "en", "1.5 KB"],
	[1536, "es", "1,5 KB"],
	[1536, "de", "1,5 KB"],
	[1_047_527_424, "en", "999 MB"],
	[1024 ** 4, "es", "1 TB"],
])("formats %i bytes in %s as %s", (bytes, locale, text) => {
	expect(formatSize(bytes, locale)).toBe(text);
});

it.each([
	["a.zip", "archive", true],
	["a.mp4", "video", true],
	["a.mp3", "audio", true],
	["a.pdf", "document", true],
	["IMG_1.jpg", "image", false],
	["Cover.jpg", "image", true],
	["a.otf", "font", false],
	["a.obj", "model", false],
	["a.psd", "design", false],
	["a.ts", "code", false],
	["a.bin", "generic", false],
] as const)("%s (%s) is a main file: %s", (originalName, icon, isMain) => {
	expect(isMainFile({ originalName, icon })).toBe(isMain);
});
