/**
 * Plants small defects in the modules that decide about money, access and files, and runs the tests that reach
 * them. Prints the mutants that no test finds, and fails when those are too many.
 *
 *   npm run mutants -- [--sample 300] [--seed 1] [--kind pure | rest] [--near] [path …]
 *
 * `--sample` draws so many places at random; without it every place is tried, which takes hours. Paths are
 * beginnings of modules' paths, such as worker/payments/payouts/. `--kind pure` takes the modules that compute
 * their results from their arguments alone, `rest` the others. `--near` runs the tests of the same rooms only, a quarter of all.
 */
import { createHash } from "node:crypto";
import {
	appendFileSync,
	existsSync,
	globSync,
	mkdirSync,
	readFileSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { helpIfAsked } from "../local/help.ts";
import { PlainError, ROOT, reportAndExit } from "../local/processes.ts";
import type { Job, Result } from "./jobs.ts";
import { type Mutant, mutantsOf } from "./places.ts";
import { isPure } from "./pure.ts";
import { runJobs } from "./run-jobs.ts";

helpIfAsked(import.meta.url);

const MODULES =
	"worker/{purchases,payments,files/downloads,files/uploads,accounts/plans,contract/money,catalogue/{shares/contract/{pricing,ways-to-pay},discounts/contract}}{,/**/*}.ts";
/** Tables have no rules, and mails only texts. */
const LEFT_OUT = /[.]test[.]ts$|\/tables[.]ts$|mails?[.]ts$|routes[.]ts$|[.]docs[.]ts$/;
const TESTS = {
	all: "worker/**/*.test.ts",
	near: "worker/{purchases,payments,files/{downloads,uploads},accounts/plans,contract}/**/*.test.ts",
};
/** Test files per mutant in each round, nearest first; the last round tries all the others on survivors. */
const ROUNDS = [4, 12];
const GOAL = { pure: 0.95, rest: 0.85 };
const RESULTS = join(ROOT, "test-results/mutants.jsonl");
const CACHE = join(ROOT, "node_modules/.cache/mutants.json");

type Place = Mutant & {
	readonly number: number;
	readonly file: string;
	readonly line: number;
	readonly before: string;
	readonly kind: keyof typeof GOAL;
};
/** The mutants that a test file reaches, each with the last test that reaches it. */
type Reach = { readonly hash: string; readonly ms: number; readonly last: Result["reached"] };

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const textHash = (text: string) => createHash("sha256").update(text).digest("hex");
const hashOf = (files: readonly string[]) => textHash(files.map(read).join());
const byText =
	<T>(key: (item: T) => string) =>
	(a: T, b: T) =>
		key(a) < key(b) ? -1 : 1;

try {
	await main();
} catch (error) {
	reportAndExit(error);
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			sample: { type: "string" },
			seed: { type: "string", default: "1" },
			kind: { type: "string" },
			near: { type: "boolean", default: false },
		},
	});
	const files = globSync(MODULES, { cwd: ROOT })
		.filter((file) => !LEFT_OUT.test(file))
		.toSorted();
	const places = files.flatMap(placesOf).map((place, number): Place => ({ ...place, number }));
	const modules = new Map(files.map((file) => [file, places.findIndex((at) => at.file === file)]));
	const chosen = places.filter(
		({ file, kind }) =>
			(positionals.length === 0 || positionals.some((path) => file.startsWith(path))) &&
			(values.kind === undefined || kind === values.kind),
	);
	if (chosen.length === 0) throw new PlainError("No module has this kind and path.");
	const sample = chosen
		.toSorted(byText(({ number }) => textHash(`${values.seed} ${number}`)))
		.slice(0, values.sample === undefined ? undefined : Number(values.sample))
		.toSorted((a, b) => a.number - b.number);

	const reach = await readReach(modules, TESTS[values.near ? "near" : "all"]);
	mkdirSync(dirname(RESULTS), { recursive: true });
	writeFileSync(RESULTS, "");
	const killed = await tryAll(sample, places, modules, reach);
	report(sample, killed);
}

function placesOf(file: string): Omit<Place, "number">[] {
	const code = read(file);
	const kind = isPure(code) ? "pure" : "rest";
	return mutantsOf(code).map((mutant) => ({
		...mutant,
		file,
		kind,
		line: code.slice(0, mutant.start).split("\n").length,
		before: code.slice(mutant.start, mutant.end),
	}));
}

/** Reruns tests that have changed since, and records the code that each reaches. */
async function readReach(
	modules: ReadonlyMap<string, number>,
	pattern: string,
): Promise<Map<string, Reach>> {
	const tests = globSync(pattern, { cwd: ROOT }).toSorted();
	const shared = hashOf([
		...globSync(["worker/**/*.ts", "tools/mutants/places.ts"], { cwd: ROOT })
			.filter((file) => !file.endsWith(".test.ts"))
			.toSorted(),
	]);
	const reach = new Map<string, Reach>(
		existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, "utf8")) : [],
	);
	const hashes = new Map(tests.map((file) => [file, `${shared} ${hashOf([file])}`]));
	const changed = tests.filter((file) => reach.get(file)?.hash !== hashes.get(file));
	if (changed.length > 0) console.log(`Recording what ${changed.length} test files reach …`);
	mkdirSync(dirname(CACHE), { recursive: true });
	const failed: string[] = [];
	await runJobs(
		modules,
		changed.map((file) => ({
			mutant: -1,
			file,
			isStatic: false,
			lastTest: null,
			usesStorage: usesStorage(file),
		})),
		({ file, ms, reached: last, failed: test }) => {
			if (test !== null) failed.push(`${file}: ${test}`);
			else reach.set(file, { hash: hashes.get(file) ?? "", ms, last });
			writeFileSync(CACHE, JSON.stringify([...reach]));
		},
	);
	if (failed.length > 0)
		console.warn(`Skipped, since they fail without a mutant:\n${failed.join("\n")}`);
	return new Map([...reach].filter(([file]) => hashes.has(file)));
}

/**
 * Nearest and quickest first. Code that runs when a module is loaded is reached by whatever reaches the module, and at
 * least by the tests of its folder.
 */
function testsOf(place: Place, places: readonly Place[], reach: Map<string, Reach>) {
	const { file, number, isStatic } = place;
	const reaches = (test: string, { last }: Reach) =>
		isStatic
			? dirname(test) === dirname(file) ||
				Object.keys(last).some((one) => places[Number(one)]?.file === file)
			: number in last;
	return [...reach]
		.filter(([test, found]) => reaches(test, found))
		.toSorted(
			([a, { ms: aMs }], [b, { ms: bMs }]) => distance(a, file) - distance(b, file) || aMs - bMs,
		)
		.map(([test, { last }]) => ({
			file: test,
			lastTest: isStatic ? null : (last[number] ?? null),
		}));
}

function usesStorage(test: string): boolean {
	return (
		test.startsWith("worker/test/") ||
		/cloudflare:|\/test\/(?:fixtures|fakes)\/|IdentityTransformStream/.test(read(test))
	);
}

/** 0 for a module's own test, 1 for one of its folder; of the others those with the same words in their paths first. */
function distance(test: string, file: string): number {
	if (test === file.replace(/[.]ts$/, ".test.ts")) return 0;
	if (dirname(test) === dirname(file)) return 1;
	const words = test.split(/[/.-]/);
	return 100 - new Set(file.split(/[/.-]/).filter((word) => words.includes(word))).size;
}

/** Returns the mutants found, each with the test that found it. */
async function tryAll(
	sample: readonly Place[],
	places: readonly Place[],
	modules: ReadonlyMap<string, number>,
	reach: Map<string, Reach>,
): Promise<Map<number, string>> {
	const killed = new Map<number, string>();
	let done = 0;
	for (const count of ROUNDS) {
		const jobs = sample
			.filter(({ number }) => !killed.has(number))
			.flatMap((place): Job[] =>
				testsOf(place, places, reach)
					.slice(done, count)
					.map((test) => ({
						...test,
						mutant: place.number,
						isStatic: place.isStatic,
						usesStorage: usesStorage(test.file),
					})),
			);
		console.log(`Trying ${new Set(jobs.map(({ mutant }) => mutant)).size} mutants …`);
		await runJobs(modules, jobs, (result) => {
			const { mutant, file, failed } = result;
			if (failed !== null) killed.set(mutant, `${file}: ${failed}`);
			appendFileSync(RESULTS, `${JSON.stringify({ ...result, place: shown(places[mutant]) })}\n`);
		});
		done = count;
	}
	return killed;
}

function report(sample: readonly Place[], killed: ReadonlyMap<number, string>): void {
	for (const place of sample.filter(({ number }) => !killed.has(number))) console.log(shown(place));
	for (const kind of ["pure", "rest"] as const) {
		const all = sample.filter((place) => place.kind === kind);
		if (all.length === 0) continue;
		const found = all.filter(({ number }) => killed.has(number)).length;
		const share = found / all.length;
		console.log(`${kind}: ${found} of ${all.length} found (${(share * 100).toFixed(1)} %)`);
		if (share < GOAL[kind]) process.exitCode = 1;
	}
}

function shown(place: Place | undefined): string {
	return place ? `${place.file}:${place.line}  ${differenceOf(place)}` : "";
}

function differenceOf({ before, replacement, isStatement }: Place): string {
	if (isStatement) return `${oneLine(before)} → nothing`;
	let from = 0;
	while (from < before.length && before[from] === replacement[from]) from++;
	let end = 0;
	while (
		end < Math.min(before.length, replacement.length) - from &&
		before.at(-1 - end) === replacement.at(-1 - end)
	)
		end++;
	const around = (text: string) =>
		oneLine(text.slice(Math.max(0, from - 25), text.length - end + 15));
	return `${around(before)} → ${around(replacement)}`;
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").slice(0, 160);
}
