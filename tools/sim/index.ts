/**
 * Runs the whole product on one simulated clock, with people, faults and an old and a new version, all from one seed,
 * and checks what must always hold. See docs/simulation.md.
 *
 *   npm run sim -- [--profile week] [--seed 1] [--seeds 10 | --hours 1]
 *   npm run sim -- --seed 7 --until 12000      stops there, and writes the database to a file
 *   npm run sim -- --seed 7 --shrink           looks for fewer people and faults that fail in the same way
 *   npm run sim -- --planted [word]            plants defects, those with the word in their names, and looks for them
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { HOUR_MS } from "../../worker/contract/retention.ts";
import { helpIfAsked } from "../local/help.ts";
import { PlainError, ROOT, reportAndExit } from "../local/processes.ts";
import { findDefects } from "./planted/find-defects.ts";
import { PROFILES, type ProfileName } from "./profiles.ts";
import { programs, programsWithOlder } from "./programs.ts";
import { type Report, type RunOptions, run } from "./run.ts";
import { shrink } from "./shrink.ts";
import type { Weather } from "./world/weather.ts";

helpIfAsked(import.meta.url);

const LIST = /\s*,\s*/;
/** How many places without a kill are listed. */
const SHOWN = 20;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		planted: { type: "boolean", default: false },
		profile: { type: "string", default: "week" },
		seed: { type: "string", default: "1" },
		/** how many, from `seed` on */
		seeds: { type: "string", default: "1" },
		/** runs new seeds for so long */
		hours: { type: "string" },
		until: { type: "string" },
		shrink: { type: "boolean", default: false },
		/** limits the run to these people, such as "creator 1,buyer 7" */
		only: { type: "string" },
		/** kinds of faults to leave out, such as "kills,network" */
		fair: { type: "string" },
		/** places where an isolate is killed for certain, such as "worker/core/x.ts:12:3" */
		kill: { type: "string" },
		log: { type: "boolean", default: false },
	},
});

function commandOf({ profile, seed, only, fair }: RunOptions, { found }: Report): string {
	const people = only ? ` --only "${[...only].join(",")}"` : "";
	const faults = fair ? ` --fair ${[...fair].join(",")}` : "";
	const kills = found.size > 0 ? ` --kill ${[...found].join(",")}` : "";
	return `npm run sim -- --profile ${profile} --seed ${seed}${people}${faults}${kills}`;
}

function tell(
	{ seed, profile, violation, steps, digest, counts }: Report,
	{ user, system }: NodeJS.CpuUsage,
): void {
	const count = (kind: string) => counts.get(kind) ?? 0;
	const told = [
		"sale",
		"of files",
		"order of a gallery",
		"request",
		"fault",
		"lost",
		"kill",
		"evicted",
	].map((kind) => `${count(kind)} ${kind}`);
	console.log(
		`${profile} ${seed}: ${violation ? "FAILED" : "held"}, ${steps} steps, ${told.join(", ")}, ${((user + system) / 1e6).toFixed(1)} s, ${digest.slice(0, 16)}`,
	);
}

function explain(report: Report, options: RunOptions): void {
	const { violation, steps, last } = report;
	console.log(`\nAt step ${steps}, ${violation?.name}: ${violation?.message}`);
	console.log(`\nThe last events:\n${last.join("\n")}\n\nAgain: ${commandOf(options, report)}\n`);
}

/** Deletes an earlier file of that name. */
function databaseFile(name: string): string {
	const folder = join(ROOT, "test-results");
	mkdirSync(folder, { recursive: true });
	const path = join(folder, `${name}.sqlite`);
	rmSync(path, { force: true });
	return path;
}

try {
	if (!(values.profile in PROFILES))
		throw new PlainError(
			`There is no profile ${values.profile}; there are ${Object.keys(PROFILES).join(", ")}.`,
		);
	if (values.planted)
		process.exit((await findDefects(positionals.join(" "), (line) => console.log(line))) ? 1 : 0);
	const profile = values.profile as ProfileName;
	const base = {
		programs: await (profile === "deploy" ? programsWithOlder() : programs()),
		profile,
		...(values.until && { until: Number(values.until) }),
		...(values.only && { only: new Set(values.only.split(LIST)) }),
		...(values.fair && { fair: new Set(values.fair.split(LIST) as (keyof Weather)[]) }),
		...(values.log && { listen: (line: string) => console.log(line) }),
	};
	const ends = values.hours ? Date.now() + Number(values.hours) * HOUR_MS : null;
	const first = ends === null ? Number(values.seed) : Date.now() % 1_000_000_000;
	const reached = new Set<string>();
	const killed = new Set<string>();
	const asked = new Set(values.kill?.split(LIST));
	let failed = 0;
	for (let at = 0; ends === null ? at < Number(values.seeds) : Date.now() < ends; at++) {
		// From the second run on, isolates are killed where none was yet.
		const isSought = (place: string) => (at > 0 ? !killed.has(place) : asked.has(place));
		const seed = first + at;
		const database = values.until && databaseFile(`${profile}-${seed}-${values.until}`);
		const options: RunOptions = { ...base, seed, isSought };
		const began = process.cpuUsage();
		const report = await run({ ...options, ...(database && { database }) });
		tell(report, process.cpuUsage(began));
		for (const place of report.reached) reached.add(place);
		for (const place of report.killed) killed.add(place);
		const share = ((100 * killed.size) / Math.max(1, reached.size)).toFixed(1);
		console.log(`  killed so far at ${killed.size} of ${reached.size} places (${share} %)`);
		if (database) console.log(`The database: ${database}`);
		if (!report.violation) continue;
		failed++;
		explain(report, options);
		if (!values.shrink) continue;
		const same = { ...options, isSought: (place: string) => report.found.has(place) };
		const shorter = await shrink(same, report, (line) => console.log(`  ${line}`));
		explain(shorter.report, shorter.options);
	}
	const spared = [...reached].filter((place) => !killed.has(place));
	console.log(`${failed} failed`);
	if (Number(values.seeds) > 1)
		for (const place of spared.slice(0, SHOWN)) console.log(`not at ${place}`);
	process.exit(failed > 0 ? 1 : 0);
} catch (error) {
	reportAndExit(error);
}
