import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PlainError, ROOT, reportAndExit, toolEnv } from "../local/processes.ts";

/** Every bench prints ratios or counts from one run, since absolute times differ from machine to machine. */
const BENCHES: Readonly<Record<string, string>> = {
	"zip-readers": "archives opened by every ZIP reader at hand",
	"download-speed": "downloads and ZIPs beside R2's untouched body",
	"slow-clients": "memory that twenty slow downloads cost the runtime",
	viewers: "a hundred viewers of one share page at once",
	load: "two hundred buyers of one share and fifty downloads at once",
	"sign-in-timing": "refused sign-ins of known and unknown addresses",
	latency: "time to the first byte with distant databases, objects, stores and provider",
	uploads: "uploads beside bare puts on the same runtime",
	cli: "the command line: a film killed fifty times, and a thousand small files",
	"preview-cost": "an upload of forty photographs with previews beside one without",
	"json-bodies": "memory under large bodies to calls that take JSON",
	"ledger-month": "a random month of money: our ledger beside the provider's books",
	webhooks:
		"events lost, invented or doubled with Worker and receiver killed at every step; time to delivery",
	quotes: "random quotes, payments and refunds: each quote and each cent computed a second time",
	scale: "a database of a million shares: rows read by each route and job, plans, sizes",
	"page-weight": "bytes and calls before the share page has painted",
	paint: "largest paint of pages with the selling features beside pages without",
	lighthouse: "share page, landing and sign-in by Lighthouse",
	costs: "what the platform bills for each flow, and for a month",
};

const available = Object.keys(BENCHES).filter((name) =>
	existsSync(join(ROOT, "dev", "bench", `${name}.ts`)),
);

/** Runs one bench with its output shown; throws when it fails. */
async function runBench(name: string, args: readonly string[]): Promise<void> {
	console.log(`\n▸ ${name}: ${BENCHES[name]}`);
	const child = spawn("node", [join("dev", "bench", `${name}.ts`), ...args], {
		cwd: ROOT,
		env: toolEnv(),
		stdio: ["ignore", "inherit", "inherit"],
	});
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", resolve);
	});
	if (code !== 0) throw new PlainError(`The bench ${name} failed (exit ${code}).`);
}

try {
	const [wanted, ...args] = process.argv.slice(2);
	if (wanted !== undefined && !available.includes(wanted))
		throw new PlainError(`There is no bench ${wanted}. Choose one of: ${available.join(", ")}.`);
	for (const name of wanted ? [wanted] : available) await runBench(name, args);
} catch (error) {
	reportAndExit(error);
}
