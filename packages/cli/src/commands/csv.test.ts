import fc from "fast-check";
import { expect, it } from "vitest";
import { csv } from "../../../../worker/platform/csv.ts";
import { readCsv } from "./csv.ts";

it("reads what the server writes, whatever the texts are", () => {
	const text = fc.string().filter((one) => !/^'\s*[=+\-@\t\r]/.test(one));
	fc.assert(
		fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (rows) => {
			const written = csv(
				["Name", "Note", "Price"],
				rows.map(([a, b]) => [a, b, { value: "1.00" }]),
			);
			expect(readCsv(written)).toEqual(rows.map(([a, b]) => ({ Name: a, Note: b, Price: "1.00" })));
		}),
	);
});

it("reads empty cells", () => {
	expect(readCsv('A,B\r\n,\r\n"x",\r\n')).toEqual([
		{ A: "", B: "" },
		{ A: "x", B: "" },
	]);
});
