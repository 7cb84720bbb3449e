/**
 * Runs what `npm test` runs, or only the steps with one of the words in their names; `full` adds every bench
 * and the fuzzing in its short form.
 *
 *   npm run verify -- [full] [word …]
 *   npm test
 */

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { BENCHES } from "./bench/benches.ts";
import { buildWeb } from "./build/build-web.ts";
import { checkBundle } from "./checks/check-bundle.ts";
import { checkCli } from "./checks/check-cli.ts";
import { playwrightScore, type Score, tapScore, vitestScore } from "./checks/test-reports.ts";
import {
	canInstallPackages,
	ensureChromium,
	installEmojiFont,
	installPackages,
} from "./local/chromium.ts";
import { helpIfAsked } from "./local/help.ts";
import { memoryFolder } from "./local/memory-folder.ts";
import { PlainError, ROOT, reportAndExit, toolEnv } from "./local/processes.ts";
import { localVars } from "./local/vars.ts";
import { buildClient } from "./openapi/client.ts";
import { ensureFirefox } from "./smoke/firefox.ts";

helpIfAsked(import.meta.url);

/** Collects the output of parallel steps, which is shown in one piece; other steps print to the terminal. */
type Print = ((text: string) => void) | undefined;

/** For temporary files of suites; long runs write gigabytes, so they use the system's folder. */
const folder = memoryFolder();
const IN_MEMORY: Record<string, string> = folder ? { TMPDIR: folder } : {};

type Command = readonly [string, ...string[]];

type Step = { name: string; run: (print: Print) => Promise<Score> };

const REPORTS = join(ROOT, "test-results", "reports");

function execute(
	command: string,
	args: readonly string[],
	print: Print,
	env: Record<string, string> = {},
	priority?: number,
): Promise<number> {
	return new Promise((resolve, reject) => {
		const output = print ? "pipe" : "inherit";
		const child = spawn(command, args, {
			cwd: ROOT,
			env: toolEnv(env),
			stdio: ["ignore", output, output],
		});
		if (child.pid !== undefined && priority !== undefined) setPriority(child.pid, priority);
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding("utf8").on("data", (text: string) => print?.(text));
		child.once("error", reject);
		child.once("close", (code) => resolve(code ?? 1));
	});
}

function check(name: string, [command, ...args]: Command, priority?: number): Step {
	return {
		name,
		run: async (print) =>
			(await execute(command, args, print, {}, priority)) === 0
				? { passed: 1, failed: 0 }
				: { passed: 0, failed: 1 },
	};
}

/** A crash is a failure even if no test failed. */
function suite(
	name: string,
	file: string,
	start: (report: string, print: Print) => Promise<number>,
	read: (report: string) => Score,
): Step {
	return {
		name,
		run: async (print) => {
			const report = join(REPORTS, file);
			const code = await start(report, print);
			if (!existsSync(report)) return { passed: 0, failed: 1 };
			const score = read(readFileSync(report, "utf8"));
			const fine = score.failed === 0 && score.passed > 0;
			return code !== 0 && fine
				? { ...score, failed: 1 }
				: fine || score.failed > 0
					? score
					: { passed: 0, failed: 1 };
		},
	};
}

const vitest = (name: string, ...projects: string[]) =>
	suite(
		name,
		`vitest-${projects.join("-")}.json`,
		(report, print) =>
			execute(
				"vitest",
				[
					"run",
					...projects.flatMap((project) => ["--project", project]),
					"--reporter=default",
					"--reporter=json",
					`--outputFile.json=${report}`,
				],
				print,
				// The limits of a long-running runtime cost a tenth of the time.
				{
					...IN_MEMORY,
					MINIFLARE_WORKERD_V8_FLAGS: "--min-semi-space-size=32 --max-semi-space-size=64",
				},
			),
		vitestScore,
	);

async function runQuietly({ run }: Step, title = ""): Promise<Score> {
	const written: string[] = [];
	try {
		return await run((text) => written.push(text));
	} finally {
		process.stdout.write(`${title}${written.join("")}`);
	}
}

let installing: ReturnType<typeof installBrowsers> | undefined;

/** Starts with the first checks, since it waits for downloads. */
function browsers() {
	installing ??= installBrowsers();
	return installing;
}

async function installBrowsers() {
	await ensureChromium();
	await installEmojiFont();
	if (!existsSync("/usr/bin/unzip") && canInstallPackages()) await installPackages(["unzip"]);
	return ensureFirefox();
}

const IN_CHROMIUM = suite(
	"end-to-end tests in Chromium",
	"e2e.json",
	async (report, print) => {
		await browsers();
		return execute("playwright", ["test"], print, { ...IN_MEMORY, E2E_REPORT: report });
	},
	playwrightScore,
);

const IN_FIREFOX: Step = {
	name: "end-to-end test in Firefox",
	run: async (print) => {
		const firefox = await browsers();
		if ("missing" in firefox) return { passed: 0, failed: 0, skipped: firefox.missing };
		return (await execute("node", ["tools/smoke/index.ts"], print)) === 0
			? { passed: 1, failed: 0 }
			: { passed: 0, failed: 1 };
	},
};

/** The Worker imports its output. */
const BUILD: Step = {
	name: "web build",
	run: async () => {
		await buildWeb(localVars().APP_NAME);
		await buildClient();
		return { passed: 1, failed: 0 };
	},
};

/** Each stage's steps run two at a time, in this order. */
const SUITES: Step[][] = [
	// The longest first.
	[
		vitest("the tools", "tools"),
		IN_FIREFOX,
		vitest("pure code in Node, components in a simulated browser", "node", "components"),
		suite(
			"the Stripe sandbox",
			"sandbox.tap",
			(report, print) =>
				execute(
					"node",
					[
						"--test",
						// A process for each file would take twice as long.
						"--test-isolation=none",
						"--test-reporter=dot",
						"--test-reporter-destination=stdout",
						"--test-reporter=tap",
						`--test-reporter-destination=${report}`,
						"packages/stripe-sandbox/**/*.test.ts",
					],
					print,
				),
			tapScore,
		),
		{ name: "worker bundle", run: checkBundle },
		{ name: "command line package", run: checkCli },
	],
	[vitest("tests in the Workers runtime", "workers")],
	[IN_CHROMIUM],
];

/** Pure computation: runs next to the suites, one after the other, at low priority. */
const BESIDE = Object.entries({
	// Several checkers would repeat each other's work.
	types: ["tsc", "-b", "--pretty", "false", "--checkers", "1"],
	"format and lint": ["biome", "ci", "--colors=off", "."],
	"import rules": ["node", "tools/checks/check-imports.ts"],
	"dead code": ["knip", "--no-progress"],
	"types of the environment": [
		"wrangler",
		"types",
		"worker/platform/env.d.ts",
		"--include-runtime=false",
		"--check",
	],
	"types of the client and the examples": ["tsc", "-p", "packages/client", "--pretty", "false"],
	"migrations match the tables": ["node", "tools/checks/check-migrations.ts"],
} satisfies Record<string, Command>).map(([name, command]) =>
	check(name, command, constants.priority.PRIORITY_LOW),
);

/** Sequential, since they measure or kill processes. */
const LONG_RUNS = [
	check("simulated weeks", ["node", "tools/sim/index.ts", "--seeds", "3"]),
	check("simulated defects", ["node", "tools/sim/index.ts", "--planted"]),
	check("fuzzed parsers", ["node", "tools/fuzz/index.ts", "--short"]),
	...Object.keys(BENCHES).map((name) =>
		check(`bench ${name}`, ["node", "tools/bench/index.ts", name, "--short"]),
	),
];

const FULL_ROUNDS = {
	ALL_ROUNDS: "true",
	HOSTILE_REQUESTS: "5000",
	DESCRIBED_CALLS: "5000",
	COURSES: "1000",
	DRAFT_COURSES: "20",
	RESTORED_TRANSFERS: "1000",
};

type Result = Score & { name: string; seconds: number };

async function runStep(step: Step, isAlone: boolean): Promise<Result> {
	const started = Date.now();
	const title = `\n▸ ${step.name}\n`;
	if (isAlone) process.stdout.write(title);
	const score = await (isAlone ? step.run(undefined) : runQuietly(step, title)).catch(
		(error: unknown): Score => {
			const cause = error instanceof PlainError ? error.message : String((error as Error).stack);
			return { passed: 0, failed: 1, failures: [`${step.name}: ${cause}`] };
		},
	);
	return { ...score, name: step.name, seconds: Math.round((Date.now() - started) / 1000) };
}

/** Returns results in the order of the steps. */
async function runSteps(steps: readonly Step[], atOnce = 1): Promise<Result[]> {
	const results: Result[] = [];
	const waiting = steps.entries();
	const runInTurn = async () => {
		for (const [at, step] of waiting) results[at] = await runStep(step, steps.length === 1);
	};
	await Promise.all(Array.from({ length: atOnce }, runInTurn));
	return results;
}

function summary({ name, passed, failed, skipped, seconds }: Result): string {
	return skipped
		? `  – ${name}: skipped, because ${skipped}`
		: `  ${failed ? "✗" : "✓"} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`;
}

try {
	const words = process.argv.slice(2);
	const only = words.filter((word) => word !== "full");
	const chosen = (steps: readonly Step[]) =>
		steps.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));
	if (words.includes("full")) Object.assign(process.env, FULL_ROUNDS);
	rmSync(REPORTS, { recursive: true, force: true });
	mkdirSync(REPORTS, { recursive: true });
	localVars();
	if (chosen([IN_CHROMIUM, IN_FIREFOX]).length > 0)
		// Reported by the steps that need them.
		browsers().catch(() => undefined);
	const results = await runSteps(chosen([BUILD]));
	if (results.every(({ failed }) => failed === 0)) {
		const beside = runSteps(chosen(BESIDE));
		for (const steps of SUITES) results.push(...(await runSteps(chosen(steps), 2)));
		results.push(...(await beside));
		if (words.includes("full"))
			for (const step of chosen(LONG_RUNS)) results.push(...(await runSteps([step])));
	}
	const failures = results.flatMap((result) => result.failures ?? []);
	const sum = (of: "passed" | "failed") => results.reduce((all, { [of]: count }) => all + count, 0);
	for (const failure of failures) console.log(`\n✗ ${failure}`);
	console.log(`\n${results.map(summary).join("\n")}\n`);
	console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
	process.exitCode = sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;
} catch (error) {
	reportAndExit(error);
}
