import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { ROOT } from "../local/processes.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const document = read("docs/operations.md");
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
const all = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, name = ""]) => name);

it("names no command that package.json does not have", () => {
	const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
	const named = sorted(all(document, /npm run ([\w:-]+)/g));
	expect(named).toContain("deploy");
	expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it("contains only statements that the database accepts", () => {
	const database = new DatabaseSync(":memory:");
	for (const path of globSync("migrations/*.sql", { cwd: ROOT })) database.exec(read(path));
	const shell = [...all(document, /sql "([^"]*)"/g), ...all(document, /--command "([^$"]*)"/g)];
	expect(shell.length).toBeGreaterThan(30);
	for (const statement of shell) expect(() => database.prepare(statement), statement).not.toThrow();
	database.close();
});

/** Scans of small tables, or from a table's end. */
const BOUNDED =
	/^SCAN (?:backup_state|job_cursors|attempts|queue|f|\(subquery-\d+\)|reconciliations USING INDEX reconciliations_at|shares USING INDEX shares_deletion|\w+ USING INDEX \w+_(?:due|failed|waiting))$/;
/** Limited, from the newest row. */
const NEWEST = /order by rowid desc limit \d+/;

it("reads no whole table in a query for an incident", () => {
	const database = new DatabaseSync(":memory:");
	for (const path of globSync("migrations/*.sql", { cwd: ROOT })) database.exec(read(path));
	const queries = all(document, /sql "(select [^"]*)"/g);
	const reads = queries.flatMap((query) => {
		const plan = database.prepare(`explain query plan ${query}`).all() as { detail: string }[];
		return plan
			.filter(({ detail }) => detail.startsWith("SCAN ") && !BOUNDED.test(detail))
			.filter(({ detail }) => !(NEWEST.test(query) && /^SCAN \w+$/.test(detail)))
			.map(({ detail }) => `${query}: ${detail}`);
	});
	expect(reads).toEqual([]);
	database.close();
});

it("names a log query in every row of the runbook that asks for numbers", () => {
	const asking = document.split("\n").filter((line) => /^\|.*\bquery (?:of|\*)/i.test(line));
	expect(asking.length).toBeGreaterThan(8);
	expect(asking.filter((line) => !line.includes("[log query](#without-numbers)"))).toEqual([]);
	const [, named = ""] = document.split("\n### Without numbers\n");
	const known = all(named.split(/\n\*\*/)[0] ?? "", /^\| (\*[a-z ]+\*) \|/gm);
	const used = sorted(all(asking.join("\n"), /\[log query\]\(#without-numbers\) (\*[a-z ]+\*)/g));
	expect(sorted(known)).toEqual(used);
});

const headings = (text: string) =>
	all(text, /^#+ (.*)$/gm).map((title) =>
		title
			.toLowerCase()
			.replace(/[^\w\s-]/g, "")
			.replaceAll(" ", "-"),
	);

it("links only to existing headings of itself and the reference, and is linked likewise", () => {
	const reference = read("docs/reference.md");
	const links = [
		{ from: document, to: document, pattern: /\]\(#([^)]+)\)/g },
		{ from: document, to: reference, pattern: /\]\(reference\.md#([^)]+)\)/g },
		{ from: reference, to: reference, pattern: /\]\(#([^)]+)\)/g },
		{ from: reference, to: document, pattern: /\]\(operations\.md#([^)]+)\)/g },
	];
	for (const { from, to, pattern } of links) {
		const anchors = headings(to);
		const named = sorted(all(from, pattern));
		expect(named).not.toEqual([]);
		expect(named.filter((link) => !anchors.includes(link))).toEqual([]);
	}
});
