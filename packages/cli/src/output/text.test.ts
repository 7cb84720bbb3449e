import fc from "fast-check";
import { expect, it } from "vitest";
import { duration, safeLine, safeText, table } from "./text.ts";

// G99
it("leaves nothing in a text that a terminal would obey", () => {
	expect(safeText("a\u001b]0;title\u0007b\u009b31m\u202ec\r\nd")).toBe("a]0;titleb31mc\nd");
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (text) => {
			expect(safeLine(text)).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
		}),
	);
});

it("aligns columns also of wide letters, and numbers to the right", () => {
	expect(
		table(
			["TITLE", "N"],
			[
				["日本", "5"],
				["a\nb", "10"],
			],
			[1],
		),
	).toBe(["TITLE   N", "日本    5", "a b    10"].join("\n"));
});

it("formats times", () => {
	expect([5, 65, 3725].map(duration)).toEqual(["0:05", "1:05", "1:02:05"]);
});
