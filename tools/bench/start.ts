/**
 * Measures `npm start` in a fresh clone of the last commit with an empty npm cache, until the first page is served, and
 * once more after that; counts the installed packages and their disk use.
 *
 *   npm run bench start -- [--short]
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { BUDGETS } from "../checks/budgets.ts";
import { ROOT } from "../local/processes.ts";
import { goalMissed, isShort } from "./options.ts";

const PORT = Number(process.env.BENCH_PORT ?? 8889);
const POLL_MS = 50;

const folder = mkdtempSync(join(tmpdir(), "fresh-start-"));
const clone = join(folder, "clone");

/** Without this checkout's tools, and with an empty npm cache. */
const env: NodeJS.ProcessEnv = {
	...process.env,
	PATH: (process.env.PATH ?? "")
		.split(delimiter)
		.filter((one) => !one.startsWith(ROOT))
		.join(delimiter),
	npm_config_cache: join(folder, "npm-cache"),
	PORT: String(PORT),
	SANDBOX_PORT: String(PORT + 1),
};
for (const name of Object.keys(env))
	if (/^npm_(?!config_(?:cache|registry|userconfig|proxy|https_proxy)$)/.test(name))
		delete env[name];

/** Counts hard links once. */
function diskUse(folder: string): number {
	const sizes = new Map<number, number>();
	for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
		const { ino, blocks } = lstatSync(join(folder, name));
		sizes.set(ino, blocks * 512);
	}
	return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

const isServed = () =>
	fetch(`http://localhost:${PORT}/`).then(
		({ ok }) => ok,
		() => false,
	);

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.pid === undefined) return;
	const ended = new Promise((resolve) => child.once("close", resolve));
	process.kill(-child.pid, "SIGINT");
	await ended;
}

async function timeOfStart(): Promise<number> {
	const began = performance.now();
	const child = spawn("npm", ["start"], {
		cwd: clone,
		env,
		stdio: ["ignore", "inherit", "inherit"],
		detached: true,
	});
	try {
		while (!(await isServed())) {
			if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
			await pause(POLL_MS);
		}
		return performance.now() - began;
	} finally {
		await end(child);
	}
}

function say(what: string, value: number, most: number, unit: string, kind: "count" | "time") {
	const isMet = value <= most;
	console.log(
		`${what}: ${value.toFixed(kind === "time" ? 1 : 0)} ${unit} (at most ${most})  ${isMet ? "met" : "MISSED"}`,
	);
	if (!isMet) goalMissed(kind);
}

try {
	execFileSync("git", ["clone", "-q", ROOT, clone]);
	const first = await timeOfStart();
	const again = [];
	for (let turn = 0; turn < (isShort ? 1 : 3); turn++) again.push(await timeOfStart());
	const { firstMs, againMs, installedMib } = BUDGETS.start;
	say("first start", first / 1000, firstMs / 1000, "s", "time");
	say("the next start", Math.min(...again) / 1000, againMs / 1000, "s", "time");
	say(
		"installed for it",
		diskUse(join(clone, "node_modules")) / 2 ** 20,
		installedMib,
		"MiB",
		"count",
	);
} finally {
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
