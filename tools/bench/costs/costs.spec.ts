import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../local/processes.ts";
import { TABLES, withTables } from "./tables.ts";

const document = readFileSync(join(ROOT, "docs", "costs.md"), "utf8");

it("docs/costs.md has every table as the counts and prices give it", () => {
	expect(document).toBe(withTables(document));
	const named = [...document.matchAll(/<!-- table (\w+) -->/g)].map(([, name]) => name);
	expect(named.toSorted()).toEqual(Object.keys(TABLES).toSorted());
});
