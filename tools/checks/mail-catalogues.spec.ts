import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../local/processes.ts";

/** The functions that compose mails, by file, without comments and queries. */
const sources = readdirSync(join(ROOT, "worker"), { recursive: true, encoding: "utf8" })
	.filter((path) => /(?<![.]test)[.]tsx?$/.test(path) && !path.startsWith("platform/"))
	.map((path) => ({
		path,
		source: readFileSync(join(ROOT, "worker", path), "utf8")
			.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|sql(?:<\w+>)?`[^`]*`/gm, "")
			.split(/^(?=[a-z])/m)
			.filter((part) => part.includes("composeMail("))
			.join(""),
	}))
	.filter(({ source }) => source !== "");

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
