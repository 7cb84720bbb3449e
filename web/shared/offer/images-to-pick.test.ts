import { expect, test } from "vitest";
import { imagesToPick } from "./images-to-pick.ts";

const singles = { filePrice: "5.00", packages: [], included: 0 };
const choosing = { count: null, open: true };
const NONE = { singles: null, choosing: null };

test.each([
	["blur", NONE, { singles }, "watermark"],
	["blur", NONE, { choosing }, "watermark"],
	["none", NONE, { singles }, "none"],
	["blur", NONE, {}, "blur"],
	["blur", { singles }, { singles: null }, "blur"],
	["blur", { singles }, { singles }, "blur"],
	["blur", { singles }, { choosing }, "blur"],
] as const)(
	"pictures that are seen as %s, with %j, are after %j seen as %s",
	(images, before, change, after) => {
		expect(imagesToPick(images, before, change)).toBe(after);
	},
);
