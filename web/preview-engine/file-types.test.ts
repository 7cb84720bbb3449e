import { expect, it } from "vitest";
import { FILE_TYPES, iconOf } from "../../worker/files/contract/file-types.ts";
import { LEAST_DRAWN_TEXT } from "../../worker/files/previews/contract/preview-sizes.ts";
import shareTexts from "../features/share-page/share.messages.json" with { type: "json" };
import { FILE_ICONS } from "../shared/file-icons.ts";
import { planOf } from "./makers.ts";

it.each(FILE_TYPES)("gives $mimeType an icon, a text and a maker of previews", (type) => {
	const icon = iconOf(type.mimeType);
	expect(FILE_ICONS[icon]).toBeDefined();
	expect(shareTexts).toHaveProperty([`share.kind.${icon}`]);
	const source = new File(["x".repeat(LEAST_DRAWN_TEXT)], `file.${type.extensions[0]}`);
	const plan = planOf({ source }, { images: "blur", clip: "30", mark: "Casey" });
	expect(plan !== null).toBe(type.preview !== undefined);
});

it.each([
	["key.txt", LEAST_DRAWN_TEXT - 1, false],
	["key.txt", LEAST_DRAWN_TEXT, true],
	["key.rtf", LEAST_DRAWN_TEXT - 1, true],
])("draws a page of %s of %i bytes: %s", (name, size, isDrawn) => {
	const source = new File(["x".repeat(size)], name);
	expect(planOf({ source }, { images: "blur", clip: "30", mark: "Casey" }) !== null).toBe(isDrawn);
});

it.each([
	["a blurred picture", {}, "Casey", ["image", "watermarked"]],
	["a marked sample", { isSample: true }, "Casey", ["image", "watermarked"]],
	["an unmarked sample", { isUnmarked: true }, "Casey", ["image", "watermarked", "sample"]],
	["a picture while the mark isn't known", {}, "", ["image"]],
])("makes what is needed of %s", (_, file, mark, kinds) => {
	const source = new File(["x"], "photo.jpg");
	const plan = planOf({ source, ...file }, { images: "blur", clip: "30", mark });
	expect(plan?.products.map(({ kind }) => kind)).toEqual(kinds);
});
