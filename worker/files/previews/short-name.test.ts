import fc from "fast-check";
import { expect, it } from "vitest";
import { LISTED_NAME_BYTES, shortName } from "../../pages/storefront/contract/short-name.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

it("keeps names that are short enough, and the folder and extension of others", () => {
	expect(shortName("tour/Grüße.txt")).toBe("tour/Grüße.txt");
	const name = shortName(`Sample pack/Drums/Kicks/${"very long ".repeat(9)}kick.wav`);
	expect(name).toMatch(/^Sample pack\/Drums\/Kicks\/.*….*kick\.wav$/);
	expect(bytesOf(name)).toBeLessThanOrEqual(LISTED_NAME_BYTES);
});

it("never returns more bytes than a listing may show of an archive", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", maxLength: 1200 }), (name) => {
			expect(bytesOf(shortName(name))).toBeLessThanOrEqual(LISTED_NAME_BYTES);
		}),
	);
});
