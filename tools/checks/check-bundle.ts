import { join } from "node:path";
import { bundle } from "../deploy/wrangler.ts";
import { ROOT } from "../local/processes.ts";
import { BUDGETS } from "./budgets.ts";
import { measureStart } from "./measured-start.ts";

const { gzipKib: MAX_GZIP_KIB, startMs: MAX_START_MS } = BUDGETS.worker;
const FOLDER = join("test-results", "bundle");

export async function checkBundle(
	print = (text: string): unknown => process.stdout.write(text),
): Promise<{ passed: number; failed: number }> {
	const { code, output } = await bundle("--outdir", FOLDER);
	print(output);
	const gzip = Number(/gzip: ([\d.]+) KiB/.exec(output)?.[1] ?? Number.NaN);
	if (code !== 0 || Number.isNaN(gzip)) return { passed: 0, failed: 1 };
	const start = await measureStart(join(ROOT, FOLDER, "index.js"), MAX_START_MS);
	print(`Bundle: ${gzip} KiB gzip (at most ${MAX_GZIP_KIB}).\n`);
	if (start)
		print(
			`Start: ${Math.round(start.ms)} ms of processor time (at most ${MAX_START_MS})${start.isScaled ? ", by comparison, since this machine is slow or busy" : ""}.\n`,
		);
	else print("Start: not measured, since this system doesn't report processor times.\n");
	const results = [gzip <= MAX_GZIP_KIB, ...(start ? [start.ms <= MAX_START_MS] : [])];
	const passed = results.filter(Boolean).length;
	return { passed, failed: results.length - passed };
}
