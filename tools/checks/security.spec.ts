import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../local/processes.ts";

const TITLES = /`([^`]+)`: “([^”]+)”/g;

const ROWS = readFileSync(join(ROOT, "docs/security.md"), "utf8")
	.split("\n")
	.filter((line) => /^\| (?!Threat \||Guarantee \|)/.test(line))
	.map((line) => {
		const cells = line.split(" | ");
		return { says: cells[0]?.slice(2) ?? "", tests: cells.at(-1) ?? "" };
	});

describe("a row of docs/security.md", () => {
	it("has a column for tests", () => {
		expect(ROWS.length).toBeGreaterThan(70);
	});

	it.each(ROWS)("names tests that exist: $says", ({ tests }) => {
		const named = [...tests.matchAll(TITLES)];
		expect(named, "write `path/of/a.test.ts`: “title of the test” in the column Tests").not.toEqual(
			[],
		);
		for (const [, file = "", title = ""] of named) {
			expect(existsSync(join(ROOT, file)), `${file} exists`).toBe(true);
			const isNamed = readFileSync(join(ROOT, file), "utf8").includes(title);
			expect(isNamed, `${file} has a test “${title}”`).toBe(true);
		}
	});
});
