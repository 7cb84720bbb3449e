import fc from "fast-check";
import { expect, test } from "vitest";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { fileOf } from "../../../worker/test/fixtures/share-page.ts";
import { itemsIn, itemsOf, itemsWord } from "./basket.ts";

const file = fc.record({
	wholeOnly: fc.boolean(),
	bought: fc.constantFrom(undefined, "web" as const, "full" as const),
	webSize: fc.constantFrom(undefined, 1),
	isChosen: fc.boolean(),
});

test("carries a selection of files that can be bought through an address, in any order of the files", () => {
	fc.assert(
		fc.property(
			fc.array(file, { maxLength: 40 }),
			fc.constantFrom("web", "full"),
			(rows, edition) => {
				const files = rows.map(
					({ wholeOnly, bought, webSize }, position): ShareFile => ({
						...fileOf({ id: String(position), position: position * 3 }),
						...(wholeOnly && { wholeOnly }),
						...(bought && { bought }),
						...(webSize && { webSize }),
					}),
				);
				const chosen = new Set(rows.flatMap(({ isChosen }, at) => (isChosen ? [String(at)] : [])));
				const { full = [], web = [] } = itemsOf(files, chosen, edition);
				for (const id of [...full, ...web]) {
					const { wholeOnly, bought } = files[Number(id)] ?? {};
					expect([wholeOnly, bought]).not.toContain(true);
					expect(bought).not.toBe("full");
				}
				const again = itemsIn(files.toReversed(), itemsWord(files, { full, web }));
				expect(new Set(again?.full)).toEqual(new Set(full));
				expect(new Set(again?.web)).toEqual(new Set(web));
			},
		),
	);
});

test("reads an address without files as the whole share", () => {
	expect(itemsIn([], null)).toBeUndefined();
	expect(itemsIn([], "nonsense")).toEqual({});
	expect(itemsIn([], ".*")).toEqual({ web: "*" });
});
