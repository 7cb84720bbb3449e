/**
 * Generates databases of ten thousand and of a million shares with everything that belongs to them, on the
 * product's own migrations, and prints what each route and job reads in either, what the statements of the
 * tests scan, and how large every table is. A million shares take half an hour and 15 GB of a temporary
 * folder.
 *
 *   node tools/bench/scale.ts [--sizes 10000,1000000] [--statements] [--keep FOLDER] [--short]
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startSandbox } from "../../packages/stripe-sandbox/server.ts";
import { databaseIn } from "./database-file.ts";
import { isShort } from "./options.ts";
import { fill } from "./scale/fill.ts";
import { Caller, type Readings } from "./scale/rows-read.ts";
import { objectSizes, tableSizes } from "./scale/sizes.ts";
import { recordStatements, scansIn } from "./scale/statements.ts";
import { withSite } from "./worker-process.ts";

const { values: options } = parseArgs({
	options: {
		sizes: { type: "string", default: isShort ? "100,1000" : "10000,1000000" },
		short: { type: "boolean" },
		statements: { type: "boolean", default: false },
		/** a folder in which generated databases are kept for the next run */
		keep: { type: "string" },
	},
});
const SIZES = options.sizes.split(",").map(Number);
const PORT = Number(process.env.BENCH_PORT ?? 8841);
const SANDBOX_PORT = Number(process.env.BENCH_SANDBOX_PORT ?? 12841);

/** Fills the migrated database, or reuses the one kept by an earlier run. */
function prepare(state: string, shares: number): void {
	const file = databaseIn(state);
	const kept = options.keep && join(options.keep, `scale-${shares}.sqlite`);
	if (kept && existsSync(kept)) {
		for (const rest of ["-wal", "-shm"]) rmSync(`${file}${rest}`, { force: true });
		copyFileSync(kept, file);
		return;
	}
	const began = Date.now();
	fill(file, shares);
	console.log(`${shares} shares generated in ${Math.round((Date.now() - began) / 1000)} s`);
	if (!kept) return;
	mkdirSync(options.keep ?? "", { recursive: true });
	copyFileSync(file, kept);
}

function printSizes(file: string): void {
	const { bytes, tables } = tableSizes(file);
	console.log(`\nthe database: ${(bytes / 1e9).toFixed(2)} GB`);
	console.table(
		tables.map(({ table, rows, bytes: all, indexBytes }) => ({
			table,
			rows,
			"bytes a row": Math.round(all / rows),
			"of it indexes": Math.round(indexBytes / rows),
			GB: (all / 1e9).toFixed(2),
		})),
	);
}

const recorded = options.statements ? await recordStatements() : [];
const sandbox = await startSandbox({ port: SANDBOX_PORT, db: ":memory:" });
const all: Readings[] = [];
for (const shares of SIZES)
	await withSite(
		{
			port: PORT,
			plans: [],
			main: "worker/test/servers/scale-server.ts",
			vars: { STRIPE_API_BASE: sandbox.url },
			prepare: (state) => prepare(state, shares),
		},
		async ({ worker, state }) => {
			const caller = new Caller(worker.origin, sandbox.url);
			await caller.callRoutes();
			await caller.runJobs();
			all.push(caller.readings);
			await worker.stop();
			for (const scan of scansIn(databaseIn(state), recorded)) console.log(`scan: ${scan}`);
			printSizes(databaseIn(state));
			console.table(objectSizes(join(state, "v3", "do")));
		},
	);
await sandbox.close();

console.log("\nrows read:");
const [first, last] = [all[0], all.at(-1)];
console.table(
	[...(last ?? [])].map(([name, { rows, statements, status }]) => {
		const before = first?.get(name)?.rows ?? 0;
		return {
			what: name,
			status,
			statements,
			[`${SIZES[0]} shares`]: before,
			[`${SIZES.at(-1)} shares`]: rows,
			ratio: before === 0 ? "" : (rows / before).toFixed(2),
		};
	}),
);
for (const [name, { worst, rows }] of last ?? [])
	if (rows > 2 * (first?.get(name)?.rows ?? 0) + 20) console.log(`${name}\n  ${worst}`);
