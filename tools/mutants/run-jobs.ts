import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryFolder } from "../local/memory-folder.ts";
import { ROOT, toolEnv } from "../local/processes.ts";
import type { Job, Result } from "./jobs.ts";

const JOBS_PER_RUNTIME = 100;

const folder = memoryFolder();

/** Skips mutants that were killed; a job that hangs ends only its runtime. */
export async function runJobs(
	modules: ReadonlyMap<string, number>,
	jobs: readonly Job[],
	onResult: (result: Result) => void,
): Promise<void> {
	const killed = new Set<number>();
	const work = mkdtempSync(join(tmpdir(), "mutants-"));
	let done = 0;
	const path = (name: string) => join(work, name);
	writeFileSync(path("modules.json"), JSON.stringify([...modules]));
	try {
		// Node's jobs first, since they are quick; then each kind of runtime in one go.
		const ordered = jobs.toSorted((a, b) => Number(a.usesStorage) - Number(b.usesStorage));
		for (let left = ordered; left.length > 0; ) {
			left = left.filter(({ mutant }) => !killed.has(mutant));
			const [first] = left;
			if (!first) break;
			const end = left.findIndex(({ usesStorage }) => usesStorage !== first.usesStorage);
			const batch = left.slice(0, Math.min(JOBS_PER_RUNTIME, end === -1 ? left.length : end));
			writeFileSync(path("jobs.json"), JSON.stringify(batch));
			rmSync(path("results.jsonl"), { force: true });
			const code = await child([path("jobs.json"), path("results.jsonl")], path("modules.json"));
			const lines = existsSync(path("results.jsonl"))
				? readFileSync(path("results.jsonl"), "utf8").trim().split("\n")
				: [];
			const results = lines.map((line): Result => JSON.parse(line));
			for (const result of results) {
				if (result.mutant >= 0 && result.failed !== null) killed.add(result.mutant);
				onResult(result);
			}
			if (results.length === 0) throw new Error(`The runtime ran no test (exit ${code}).`);
			done += results.length;
			console.log(`${done} runs, ${killed.size} found`);
			left = left.slice(code === 0 ? batch.length : (results.at(-1)?.at ?? 0) + 1);
		}
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

/** Uses a process group of its own, which ends if it hangs. Returns the exit code, -1 if it was killed. */
function child(args: readonly string[], modules: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const running = spawn(process.execPath, [join(import.meta.dirname, "child.ts"), ...args], {
			cwd: ROOT,
			env: toolEnv({
				MUTANTS_MODULES: modules,
				MINIFLARE_WORKERD_V8_FLAGS: "--min-semi-space-size=32 --max-semi-space-size=64",
				...(folder && { TMPDIR: folder }),
			}),
			stdio: ["ignore", process.env.MUTANTS_DEBUG ? "inherit" : "ignore", "inherit"],
			detached: true,
		});
		running.once("error", reject);
		running.once("close", (code) => resolve(code ?? -1));
	});
}
