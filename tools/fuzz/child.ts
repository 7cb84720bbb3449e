/**
 * `node child.ts TARGET,… SEED FROM END STATUS_FILE`: FROM counts for the first target only. Writes the target's place,
 * the input's index and the number of tries to the status file first, so that its parent knows where it hangs. Prints a
 * line of JSON for each failure and one after each target. With `--write FILE` instead of the status file it only writes
 * the first target's input at FROM.
 */
import { openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { KNOWN } from "./known-inputs.ts";
import { mutated } from "./mutate.ts";
import { SEEDS, type TargetName, utf8 } from "./seeds.ts";
import { targetOf } from "./targets.ts";

const [names = "", seed = "1", from = "0", end = "1", status = "", file = ""] =
	process.argv.slice(2);
/** Processor time of an input, and growth of the process. */
const MAX_MS = 200;
const MAX_GROWTH = 32 * 1024 * 1024;
/** The first inputs compile and load; growth counts after them. */
const WARM_UP = 200;
/** Bytes after which garbage is collected, so that it doesn't count as growth. */
const MAX_GARBAGE = 4 * 1024 * 1024;

async function inputsOf(name: string) {
	const isReal = Object.hasOwn(SEEDS, name);
	// Deliberately broken targets need no files.
	const seeds = isReal ? await SEEDS[name as TargetName]() : [utf8("seed")];
	const known = isReal ? (KNOWN[name as TargetName] ?? []) : [];
	// After the warm-up, so that their memory counts.
	return (index: number) => known[index - WARM_UP] ?? mutated(seeds, Number(seed), index);
}

/** Peak memory since `resetPeak`, in bytes; null if unknown. */
function peak(): number | null {
	try {
		const line = /^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"));
		return line ? Number(line[1]) * 1024 : null;
	} catch {
		return null;
	}
}

function resetPeak(): void {
	globalThis.gc?.();
	try {
		writeFileSync("/proc/self/clear_refs", "5");
	} catch {
		// Not on this system: growth counts from the start.
	}
}

function heldBytes(): number {
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
}

const tell = (line: { target: string } & Record<string, unknown>) =>
	writeSync(1, `${JSON.stringify(line)}\n`);

async function fuzz(target: string, place: number, first: number): Promise<void> {
	const inputOf = await inputsOf(target);
	const run = await targetOf(target);
	const timed = async (bytes: Uint8Array<ArrayBuffer>, index: number): Promise<number> => {
		const started = process.threadCpuUsage();
		try {
			await run(bytes);
		} catch (error) {
			tell({ target, index, failure: String(error instanceof Error ? error.stack : error) });
		}
		const { user, system } = process.threadCpuUsage(started);
		return (user + system) / 1000;
	};
	const mark = new Int32Array(3);
	const last = Number(end);
	let slowest = 0;
	let before: number | null = null;
	let heldAfterCollection = heldBytes();
	for (let index = first; index < last; index++) {
		if (index - first === Math.min(WARM_UP, last - first - 1)) {
			resetPeak();
			before = peak();
		}
		const bytes = inputOf(index);
		// Compilation and garbage collection slow an input only once.
		const costs: number[] = [];
		do {
			mark.set([place, index, costs.length]);
			writeSync(descriptor, mark, 0, mark.byteLength, 0);
			costs.push(await timed(bytes, index));
		} while (costs.every((cost) => cost > MAX_MS) && costs.length < 4);
		const ms: number = Math.min(...costs);
		slowest = Math.max(slowest, ms);
		if (ms > MAX_MS) tell({ target, index, failure: `${ms.toFixed(0)} ms of processor time` });
		if (heldBytes() - heldAfterCollection > MAX_GARBAGE) {
			globalThis.gc?.();
			heldAfterCollection = heldBytes();
		}
	}
	const after = peak();
	const growth = before === null || after === null ? 0 : after - before;
	if (growth > MAX_GROWTH)
		tell({
			target,
			index: last - 1,
			failure: `memory grew by ${(growth / 2 ** 20).toFixed(0)} MiB`,
		});
	tell({ target, slowest, growth });
}

const targets = names.split(",");
const descriptor = status === "--write" ? 0 : openSync(status, "w");
if (status === "--write") writeFileSync(file, (await inputsOf(targets[0] ?? ""))(Number(from)));
else
	for (const [place, target] of targets.entries())
		await fuzz(target, place, place === 0 ? Number(from) : 0);
