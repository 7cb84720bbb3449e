import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../local/processes.ts";

const sources = readdirSync(join(ROOT, "worker"), { recursive: true, encoding: "utf8" })
	.filter((path) => /(?<![.]test)[.]tsx?$/.test(path))
	.map((path) => ({ path, source: readFileSync(join(ROOT, "worker", path), "utf8") }))
	.filter(({ path, source }) => source.includes("composeMail(") && !path.startsWith("platform/"))
	.map(({ path, source }) => ({
		path,
		// Without comments, queries and messages of errors.
		source: source.replaceAll(
			/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|sql(?:<\w+>)?`[^`]*`|failure\([^)]*\)/gm,
			"",
		),
	}));

test("finds the modules that compose mails", () => {
	expect(sources.length).toBeGreaterThan(8);
});

test.each(sources)("worker/$path writes no words of a mail itself", ({ source }) => {
	const literals = source.match(/"[^"\n]*"|`[^`]*`/g) ?? [];
	// Labels are one capitalised word; sentences have two words.
	const words = literals.filter(
		(text) => /["`][A-Z][a-z]+["`:]/.test(text) || /[A-Za-z]{2,} [A-Za-z]{2,}/.test(text),
	);
	expect(words).toEqual([]);
});
