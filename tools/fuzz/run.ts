import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { MIB } from "../../worker/contract/constants.ts";
import { processorTime } from "../local/proc.ts";
import { ROOT } from "../local/processes.ts";
import { SEEDS } from "./seeds.ts";

/** A process hangs after so many processor or wall-clock seconds on one input. */
const HANGS_S = 1;
const STANDS_S = 30;
const WATCH_MS = 100;
const CHILD = join(import.meta.dirname, "child.ts");
const SAVED = join(ROOT, "test-results", "fuzz");

type Failure = { index: number; failure: string; file: string };
/** ms of processor time for one input; bytes */
type Outcome = { failures: Failure[]; slowest: number; growth: number };

function saveInput(target: string, seed: number, index: number): string {
	mkdirSync(SAVED, { recursive: true });
	const file = join(SAVED, `${target}-${seed}-${index}.bin`);
	spawnSync("node", [CHILD, target, `${seed}`, `${index}`, "1", "--write", file]);
	return file;
}

type Line = { target: string; index?: number; failure?: string; slowest?: number; growth?: number };
type Place = { target: string; index: number };

/** Begins with input `from` of the first target; returns where it hung, or null. */
async function runOnce(
	targets: readonly string[],
	seed: number,
	[from, to]: [number, number],
	told: (line: Line) => void,
): Promise<Place | null> {
	const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
	const status = join(folder, "status");
	const options = ["--expose-gc", "--max-semi-space-size=2"];
	const child = spawn(
		"node",
		[...options, CHILD, targets.join(), `${seed}`, `${from}`, `${to}`, status],
		{ stdio: ["ignore", "pipe", "inherit"] },
	);
	createInterface({ input: child.stdout }).on("line", (line) => told(JSON.parse(line)));
	let last = "";
	let place: Place = { target: targets[0] ?? "", index: 0 };
	let since = { clock: performance.now(), processor: 0 };
	let hung = false;
	const watch = setInterval(() => {
		const processor = processorTime(child.pid ?? 0) ?? 0;
		const clock = performance.now();
		let mark: Buffer;
		try {
			mark = readFileSync(status);
		} catch {
			// nothing begun yet
			return;
		}
		const now = mark.toString("hex");
		if (now !== last) {
			last = now;
			if (now) place = { target: targets[mark.readInt32LE()] ?? "", index: mark.readInt32LE(4) };
			since = { clock, processor };
		} else if (
			now &&
			(processor - since.processor > HANGS_S || clock - since.clock > STANDS_S * 1000)
		) {
			hung = true;
			child.kill("SIGKILL");
		}
	}, WATCH_MS);
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", resolve);
	});
	clearInterval(watch);
	rmSync(folder, { recursive: true, force: true });
	if (hung) return place;
	if (code !== 0) told({ ...place, failure: `the process ended with ${code}` });
	return null;
}

const ENOUGH = 5;

/** A process that hangs is killed, and a new one gets the remaining inputs. */
export async function fuzz(
	targets: readonly string[],
	seed: number,
	count: number,
): Promise<Record<string, Outcome>> {
	const outcomes = Object.fromEntries(
		targets.map((target): [string, Outcome] => [target, { failures: [], slowest: 0, growth: 0 }]),
	);
	const told = ({ target, index = 0, failure, slowest = 0, growth = 0 }: Line) => {
		const outcome = outcomes[target];
		if (!outcome) return;
		if (failure !== undefined && outcome.failures.length < ENOUGH)
			outcome.failures.push({ index, failure, file: saveInput(target, seed, index) });
		outcome.slowest = Math.max(outcome.slowest, slowest);
		outcome.growth = Math.max(outcome.growth, growth);
	};
	let left = targets;
	let from = 0;
	while (left.length > 0) {
		const hung = await runOnce(left, seed, [from, count], told);
		if (!hung) break;
		told({ ...hung, failure: "it hangs" });
		const isDone =
			hung.index + 1 >= count || (outcomes[hung.target]?.failures.length ?? 0) >= ENOUGH;
		left = left.slice(left.indexOf(hung.target) + (isDone ? 1 : 0));
		from = isDone ? 0 : hung.index + 1;
	}
	return outcomes;
}

/** False if a parser fails. */
export async function fuzzRounds(count: number, seed: number): Promise<boolean> {
	const outcomes = await fuzz(Object.keys(SEEDS), seed, count);
	for (const [target, { failures, slowest, growth }] of Object.entries(outcomes)) {
		console.log(
			`${target}: ${count} inputs, ${failures.length === 0 ? "no failure" : "FAILED"}; slowest ${slowest.toFixed(0)} ms, memory +${(growth / MIB).toFixed(0)} MiB`,
		);
		for (const { index, failure, file } of failures)
			console.log(`  input ${index}: ${failure}\n  saved as ${file}`);
	}
	return Object.values(outcomes).every(({ failures }) => failures.length === 0);
}
