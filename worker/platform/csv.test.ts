import { expect, it } from "vitest";
import { csv } from "./csv.ts";

it("quotes where necessary and keeps numbers as numbers", () => {
	expect(csv(["a", "b", "c"], [['say "hi", twice\n', { value: "-1.50" }, null]])).toBe(
		'\ufeff"a","b","c"\r\n"say ""hi"", twice\n",-1.50,\r\n',
	);
});

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =cmd|' /C calc'!A0"])(
	"neutralises formulas: %j",
	(text) => {
		expect(csv(["x"], [[text]])).toContain(`"'${text}"`);
	},
);
