import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../local/processes.ts";

const TERMS = [
	...readFileSync(join(ROOT, "docs/glossary.md"), "utf8").matchAll(
		/^\| ([a-z][^|]*) \| .* \| (.*) \|$/gm,
	),
].map(([, term = "", where = ""]) => ({ term, where }));

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
const CODE = execFileSync("git", ["ls-files", "-z", "worker", "migrations"], {
	cwd: ROOT,
	encoding: "utf8",
})
	.split("\0")
	.filter((path) => /(?<![.](?:test|spec))[.](?:tsx?|sql)$/.test(path) && !path.includes("/test/"))
	.map((path) => readFileSync(join(ROOT, path), "utf8").replace(COMMENTS, ""))
	.join("\n");

/** Identifiers as words: `ledgerEntry` and `ledger_entry` as `ledger entry`. */
const WORDS = CODE.replace(/([a-z])([A-Z])/g, "$1 $2")
	.replaceAll("_", " ")
	.toLowerCase();

it("finds each term in the code", () => {
	expect(TERMS.length).toBeGreaterThan(50);
	expect(TERMS.filter(({ term }) => !new RegExp(`\\b${term}`).test(WORDS))).toEqual([]);
});

it("finds each name that the glossary gives", () => {
	const names = TERMS.flatMap(({ where }) => [...where.matchAll(/`(?:\w+[.])?(\w+)`/g)]);
	expect(names.length).toBeGreaterThanOrEqual(TERMS.length);
	expect(names.filter(([, name]) => !new RegExp(`\\b${name}\\b`).test(CODE))).toEqual([]);
});
