import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { ERRORS } from "../../worker/contract/errors.ts";
import { CRONS } from "../../worker/core/crons.ts";
import { ROOT } from "../local/processes.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const document = read("docs/operations.md");
const sources = globSync("worker/**/*.{ts,tsx}", { cwd: ROOT })
	.filter((path) => !/\.test\.tsx?$|^worker\/test\//.test(path))
	.map(read);

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
const all = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, name = ""]) => name);

function section(title: string): string {
	const [, text = ""] = document.split(`\n## ${title}\n`);
	expect([title, text !== ""]).toEqual([title, true]);
	return text.split(/\n#+ /)[0] ?? "";
}

function events(level: RegExp): string[] {
	return sorted(
		sources
			.flatMap((source) => all(source, /\blog\(([^{)]*)/g))
			.filter((call) => level.test(call))
			.flatMap((call) => all(call, /"([a-z_]+\.[a-z_]+)"/g)),
	);
}

it("explains every log event of an error or a warning, and none that is not written", () => {
	const written = events(/"(?:error|warn)"/);
	expect(written.length).toBeGreaterThan(40);
	const rows = all(section("Every log event"), /^\| (`[^|]*) \|/gm).join();
	expect(sorted(all(rows, /`([a-z_]+\.[a-z_]+)`/g))).toEqual(written);
});

it("explains every code that the server answers with a status of 500 or more", () => {
	const ours = Object.entries(ERRORS).filter(([, [status]]) => status >= 500);
	const rows = all(section("Error codes"), /^\| (`[^|]*) \|/gm).join();
	expect(sorted(all(rows, /`([a-z_.]+)`/g))).toEqual(sorted(ours.map(([code]) => code)));
});

it("names no command that package.json does not have", () => {
	const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
	const named = sorted(all(document, /npm run ([\w:-]+)/g));
	expect(named).toContain("deploy");
	expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it("names every scheduled job and cron", () => {
	const [, table = ""] =
		/const JOBS[^=]*= \{\n(.*?)\n\};/s.exec(read("worker/maintenance/jobs.ts")) ?? [];
	const jobs = all(table.replace(/^\t\w+: /gm, ""), /(?<!now: )\b([a-z]+[A-Z]\w+)(?=[,:]| \})/g);
	const known = section("Scheduled jobs");
	expect(jobs.length).toBeGreaterThan(30);
	expect(jobs.filter((job) => !known.includes(`\`${job}\``))).toEqual([]);
	for (const name of Object.keys(CRONS)) expect(known).toContain(`| \`${name}\` |`);
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
	/^SCAN (?:backup_state|event_cursor|job_cursors|attempts|purges|f|\(subquery-\d+\)|reconciliations USING INDEX reconciliations_at|shares USING INDEX shares_deletion|\w+ USING INDEX \w+_(?:due|failed|waiting))$/;
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

it("links to no heading that is not there", () => {
	const anchors = all(document, /^#+ (.*)$/gm).map((title) =>
		title
			.toLowerCase()
			.replace(/[^\w\s-]/g, "")
			.replaceAll(" ", "-"),
	);
	const links = sorted(all(document, /\]\(#([^)]+)\)/g));
	expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
});
