import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT, toolEnv } from "../local/processes.ts";
import { BUDGETS } from "./budgets.ts";
import { measureStart } from "./measured-start.ts";

const { gzipKib: MAX_GZIP_KIB, startMs: MAX_START_MS } = BUDGETS.worker;
const FOLDER = join("test-results", "bundle");

/** Bundles the Worker as a deploy does, and checks its size and its start; prints what it found. */
export async function checkBundle(
	print = (text: string): unknown => process.stdout.write(text),
): Promise<{ passed: number; failed: number }> {
	const { code, output } = await bundle();
	print(output);
	const gzip = Number(/gzip: ([\d.]+) KiB/.exec(output)?.[1] ?? Number.NaN);
	if (code !== 0 || Number.isNaN(gzip)) return { passed: 0, failed: 1 };
	const start = await measureStart(join(ROOT, FOLDER, "index.js"), MAX_START_MS);
	print(`Bundle: ${gzip} KiB gzip (at most ${MAX_GZIP_KIB}).\n`);
	if (start)
		print(
			`Start: ${Math.round(start.ms)} ms of processor time (at most ${MAX_START_MS})${start.isScaled ? ", by comparison, since this machine is slow or busy" : ""}.\n`,
		);
	else print("Start: not measured, since this system does not tell processor times.\n");
	const results = [gzip <= MAX_GZIP_KIB, ...(start ? [start.ms <= MAX_START_MS] : [])];
	const passed = results.filter(Boolean).length;
	return { passed, failed: results.length - passed };
}

function bundle(): Promise<{ code: number; output: string }> {
	const child = spawn("wrangler", ["deploy", "--dry-run", "--outdir", FOLDER], {
		cwd: ROOT,
		env: toolEnv(),
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	const keep = (chunk: Buffer) => {
		output += chunk.toString();
	};
	child.stdout.on("data", keep);
	child.stderr.on("data", keep);
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => resolve({ code: code ?? 1, output }));
	});
}
