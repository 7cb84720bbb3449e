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

type Line = { index?: number; failure?: string; done?: boolean; slowest?: number; growth?: number };

/** Starts at input `from`; returns where it hung, or null. */
async function runOnce(
	target: string,
	seed: number,
	[from, to]: [number, number],
	told: (line: Line) => void,
): Promise<number | null> {
	const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
	const status = join(folder, "status");
	const child = spawn(
		"node",
		[
			"--expose-gc",
			"--max-semi-space-size=2",
			CHILD,
			target,
			`${seed}`,
			`${from}`,
			`${to - from}`,
			status,
		],
		{ stdio: ["ignore", "pipe", "inherit"] },
	);
	createInterface({ input: child.stdout }).on("line", (line) => told(JSON.parse(line)));
	let index = -1;
	let tried = 0;
	let since = { clock: performance.now(), processor: 0 };
	let hung = false;
	const watch = setInterval(() => {
		const processor = processorTime(child.pid ?? 0) ?? 0;
		const clock = performance.now();
		let now: [index: number, tried: number] = [-1, 0];
		try {
			const mark = readFileSync(status);
			now = [mark.readInt32LE(), mark.readInt32LE(4)];
		} catch {
			// nothing begun yet
		}
		if (now[0] !== index || now[1] !== tried || index < 0) {
			[index, tried] = now;
			since = { clock, processor };
		} else if (processor - since.processor > HANGS_S || clock - since.clock > STANDS_S * 1000) {
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
	if (hung) return index;
	if (code !== 0) told({ index: Math.max(index, 0), failure: `the process ended with ${code}` });
	return null;
}

const ENOUGH = 5;

/** A process that hangs is killed, and a new one gets the remaining inputs. */
export async function fuzzTarget(target: string, seed: number, count: number): Promise<Outcome> {
	const outcome: Outcome = { failures: [], slowest: 0, growth: 0 };
	const fail = (index: number, failure: string) => {
		if (outcome.failures.length < ENOUGH)
			outcome.failures.push({ index, failure, file: saveInput(target, seed, index) });
	};
	let done = false;
	for (let from = 0; from < count && outcome.failures.length < ENOUGH && !done; ) {
		const hungAt = await runOnce(target, seed, [from, count], (line) => {
			if (line.failure !== undefined) fail(line.index ?? 0, line.failure);
			outcome.slowest = Math.max(outcome.slowest, line.slowest ?? 0);
			outcome.growth = Math.max(outcome.growth, line.growth ?? 0);
			done ||= line.done === true;
		});
		if (hungAt === null) break;
		fail(hungAt, "it hangs");
		from = hungAt + 1;
	}
	return outcome;
}

/** False if a parser fails. */
export async function fuzzRounds(count: number, seed: number): Promise<boolean> {
	let fine = true;
	for (const target of Object.keys(SEEDS)) {
		const { failures, slowest, growth } = await fuzzTarget(target, seed, count);
		console.log(
			`${target}: ${count} inputs, ${failures.length === 0 ? "no failure" : "FAILED"}; slowest ${slowest.toFixed(0)} ms, memory +${(growth / MIB).toFixed(0)} MiB`,
		);
		for (const { index, failure, file } of failures)
			console.log(`  input ${index}: ${failure}\n  saved as ${file}`);
		fine &&= failures.length === 0;
	}
	return fine;
}
