import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../local/processes.ts";
import { bill } from "./model.ts";
import { PLAN_USD } from "./prices.ts";
import { TABLES, withTables } from "./tables.ts";

const document = readFileSync(join(ROOT, "docs", "costs.md"), "utf8");

it("docs/costs.md has every table as the counts and prices give it", () => {
	expect(document).toBe(withTables(document));
	const named = [...document.matchAll(/<!-- table (\w+) -->/g)].map(([, name]) => name);
	expect(named.toSorted()).toEqual(Object.keys(TABLES).toSorted());
});

it("a month without buyers costs the plan alone, and more buyers never cost less", () => {
	expect(bill(0).sum).toBe(PLAN_USD);
	const sums = [1, 100, 10_000, 1_000_000].map((buyers) => bill(buyers).sum);
	expect(sums).toEqual(sums.toSorted((a, b) => a - b));
});
