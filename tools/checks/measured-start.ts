import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ROOT, toolEnv } from "../local/processes.ts";

/** In ms, on the machine that the budget is for. */
const REFERENCE_MS = 130;
const REFERENCE_CLASSES = 2_500;
const ROUNDS = 7;

/** In ms of processor time; `isScaled` if measured by comparison. */
export type MeasuredStart = { ms: number; isScaled: boolean };

/**
 * Measures the main thread's processor time until a bundle can respond, without the runtime's own. The least of several
 * rounds counts, since other processes only add to it; over the budget, it is compared with a program of known cost.
 * null if the system doesn't report processor times.
 */
export async function measureStart(
	bundle: string,
	budgetMs: number,
): Promise<MeasuredStart | null> {
	if (!existsSync("/proc/self/schedstat")) return null;
	const folder = join(ROOT, "test-results", "start");
	mkdirSync(folder, { recursive: true });
	const empty = configFor(folder, "empty", "export default {};");
	const reference = configFor(folder, "reference", referenceProgram());
	const own = configFor(folder, "bundle", readFileSync(bundle, "utf8"));

	const times: number[] = [];
	const ratios: number[] = [];
	const bases: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const base = await startOnce(empty);
		const known = await startOnce(reference);
		const time = await startOnce(own);
		bases.push(base);
		times.push(time);
		ratios.push((time - base) / Math.max(1, known - base));
		const least = Math.min(...times) - Math.min(...bases);
		if (least <= budgetMs) return { ms: least, isScaled: false };
	}
	const median = ratios.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
	return { ms: median * REFERENCE_MS, isScaled: true };
}

/** Classes and closures that are run once, as in a bundle. */
function referenceProgram(): string {
	const parts = Array.from(
		{ length: REFERENCE_CLASSES },
		(_, n) =>
			`class C${n} { constructor(a) { this.a = a; this.b = [a, ${n}]; this.c = new Map([[a, this]]); } m(x) { return this.b.map((y) => y + x + ${n}); } get n() { return "n${n}" + this.a; } }\nall.push(new C${n}(${n}).m(${n}), ((a) => ({ a, f: (b) => a + b, g: { h: [a, "${n}"] } }))(${n}));`,
	);
	return `const all = [];\n${parts.join("\n")}\nexport default {};`;
}

function configFor(folder: string, name: string, source: string): string {
	const toml = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
	const date = /^compatibility_date = "(.+)"$/m.exec(toml)?.[1] ?? "";
	writeFileSync(join(folder, `${name}.js`), source);
	const file = join(folder, `${name}.capnp`);
	writeFileSync(
		file,
		`using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [(name = "main", worker = (
		modules = [(name = "index.js", esModule = embed "${name}.js")],
		compatibilityDate = "${date}",
		compatibilityFlags = ["nodejs_compat"],
	))],
	sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
	);
	return file;
}

/** Until the runtime listens; in ms. */
async function startOnce(config: string): Promise<number> {
	const child = spawn(
		join(ROOT, "node_modules", ".bin", "workerd"),
		["serve", config, "--control-fd=3"],
		{
			cwd: ROOT,
			env: toolEnv(),
			stdio: ["ignore", "ignore", "ignore", "pipe"],
		},
	);
	const ended = new Promise((resolve) => child.once("exit", resolve));
	try {
		const isListening = await Promise.race([
			new Promise<boolean>((resolve, reject) => {
				child.once("error", reject);
				(child.stdio[3] as Readable).once("data", () => resolve(true));
			}),
			ended.then(() => false),
		]);
		if (!isListening) throw new Error(`The runtime did not start with ${config}.`);
		const { pid } = child;
		const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
		return Number(nanoseconds) / 1e6;
	} finally {
		child.kill("SIGKILL");
		await ended;
	}
}
