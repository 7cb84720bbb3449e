/**
 * The platform's bill for each flow: the counts of `worker/test/suites/flow-usage.test.ts`, multiplied by prices.
 *
 *   npm run bench costs [-- --count] [-- --write]
 *
 * `--count` counts again, `--write` writes the tables into docs/costs.md.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../local/processes.ts";

const flags = process.argv.slice(2);
if (flags.includes("--count")) {
	const vitest = join("node_modules", "vitest", "vitest.mjs");
	const test = "worker/test/suites/flow-usage.test.ts";
	const args = [vitest, "run", "--project", "workers", test, "--update"];
	const { status } = spawnSync("node", args, { cwd: ROOT, stdio: "inherit" });
	if (status !== 0) process.exit(1);
}

// Imported late: it reads the counts.
const { TABLES, withTables } = await import("./costs/tables.ts");
for (const table of Object.values(TABLES)) console.log(`\n${table()}`);

if (flags.includes("--write")) {
	const path = join(ROOT, "docs", "costs.md");
	writeFileSync(path, withTables(readFileSync(path, "utf8")));
	console.log("\ndocs/costs.md has these tables.");
}
