import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../local/processes.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const GUARANTEES = [...read("docs/security.md").matchAll(/^\| (G\d+) \| .+ \| `([^`]+)` \|$/gm)];

const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" });
/** Numbers in a comment, with the line below it: `// G12` or `// G12, G13`. */
const TAGS = tracked
	.split("\0")
	.filter(
		(path) => /[.](?:test|spec)[.]tsx?$|^tools\/sim\//.test(path) && existsSync(join(ROOT, path)),
	)
	.flatMap((path) => [...read(path).matchAll(/^\s*\/\/ (G\d+(?:, G\d+)*)\n\s*(.*)$/gm)])
	.map(([, numbers = "", below = ""]) => ({ numbers: numbers.split(", "), below }));

it("finds a test for every guarantee of docs/security.md, and a guarantee for every tag", () => {
	const tagged = new Set(TAGS.flatMap(({ numbers }) => numbers));
	const guaranteed = GUARANTEES.map(([, number]) => number);
	expect(guaranteed.length).toBeGreaterThan(100);
	expect([...tagged].sort()).toEqual(guaranteed.sort());
});

it("finds each tag above a test or an invariant's name", () => {
	const strays = TAGS.filter(
		({ below }) => !/^(?:it|test|describe)\b|"[a-z]+(?:-[a-z]+)+"/.test(below),
	);
	expect(strays).toEqual([]);
});

it("finds the file that decides each guarantee", () => {
	expect(GUARANTEES.filter(([, , path = ""]) => !existsSync(join(ROOT, path)))).toEqual([]);
});
