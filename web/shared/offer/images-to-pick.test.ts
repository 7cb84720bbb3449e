import { expect, test } from "vitest";
import { imagesToPick } from "./images-to-pick.ts";

const singles = { filePrice: "5.00", packages: [], included: 0 };
const choosing = { count: null, open: true };
const NONE = { singles: null, choosing: null };

test.each([
	["begins with watermarks", { ...NONE, images: "blur" }, { singles }, "watermark"],
	["begins with watermarks", { ...NONE, images: "blur" }, { choosing }, "watermark"],
	["shows no picture that was hidden", { ...NONE, images: "none" }, { singles }, "none"],
	["follows a draft", { ...NONE, images: "blur" }, { singles, images: "blur" }, "blur"],
	["lets blurs return", { singles, images: "blur" }, { singles }, "blur"],
	["lets blurs return", { singles, images: "blur" }, { choosing }, "blur"],
	["ends with the same", { singles, images: "blur" }, { singles: null }, "blur"],
	["ends with the same", { ...NONE, images: "blur" }, {}, "blur"],
] as const)("picking %s: %j, %j", (_, before, change, after) => {
	expect(imagesToPick(before, change)).toBe(after);
});
