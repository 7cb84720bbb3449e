import { expect, it } from "vitest";
import { FILE_TYPES, iconOf } from "../../worker/contract/files/file-types.ts";
import shareTexts from "../features/share-page/share.messages.json" with { type: "json" };
import { FILE_ICONS } from "../shared/file-icons.ts";
import { planOf } from "./makers.ts";

it.each(FILE_TYPES)("gives $mimeType an icon, a text and a maker of previews", (type) => {
	const icon = iconOf(type.mimeType);
	expect(FILE_ICONS[icon]).toBeDefined();
	expect(shareTexts).toHaveProperty([`share.kind.${icon}`]);
	const source = new File(["x"], `file.${type.extensions[0]}`);
	const plan = planOf({ source }, { images: "blur", clip: "30", mark: "Casey" });
	expect(plan !== null).toBe(type.preview !== undefined);
});
