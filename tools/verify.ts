/**
 * Runs what `npm test` runs, or only the steps with one of the words in their names; `full` adds every bench
 * and soak in its short form.
 *
 *   npm run verify -- [full] [word …]
 *   npm test
 */

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BENCHES } from "./bench/benches.ts";
import { buildWeb } from "./build/build-web.ts";
import { checkBundle } from "./checks/check-bundle.ts";
import { checkCli } from "./checks/check-cli.ts";
import { checkDescription } from "./checks/check-description.ts";
import { playwrightScore, type Score, tapScore, vitestScore } from "./checks/test-reports.ts";
import {
	canInstallPackages,
	ensureChromium,
	installEmojiFont,
	installPackages,
} from "./local/chromium.ts";
import { helpIfAsked } from "./local/help.ts";
import { PlainError, ROOT, reportAndExit, toolEnv } from "./local/processes.ts";
import { localVars } from "./local/vars.ts";
import { buildClient } from "./openapi/client.ts";
import { ensureFirefox } from "./smoke/firefox.ts";
import { SOAKS } from "./soak/soaks.ts";

helpIfAsked(import.meta.url);

/**
 * Gets what a step prints, for steps that run side by side: shown in one piece when the step has ended. The
 * others print to the terminal themselves.
 */
type Print = ((text: string) => void) | undefined;

type Step = { name: string; run: (print: Print) => Promise<Score> };

const REPORTS = join(ROOT, "test-results", "reports");

/** Runs a tool and returns its exit code. */
function execute(
	command: string,
	args: readonly string[],
	print: Print,
	env: Record<string, string> = {},
): Promise<number> {
	return new Promise((resolve, reject) => {
		const output = print ? "pipe" : "inherit";
		const child = spawn(command, args, {
			cwd: ROOT,
			env: toolEnv(env),
			stdio: ["ignore", output, output],
		});
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding("utf8").on("data", (text: string) => print?.(text));
		child.once("error", reject);
		child.once("close", (code) => resolve(code ?? 1));
	});
}

/** A step that is one check: it passes when the tool exits with 0. */
function check(name: string, command: string, ...args: string[]): Step {
	return {
		name,
		run: async (print) =>
			(await execute(command, args, print)) === 0
				? { passed: 1, failed: 0 }
				: { passed: 0, failed: 1 },
	};
}

/**
 * A step that runs tests: counted from the report it writes; a crash is a failure even when no test
 * failed.
 */
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

const vitest = (name: string, project: string) =>
	suite(
		name,
		`vitest-${project}.json`,
		(report, print) =>
			execute(
				"vitest",
				[
					"run",
					"--project",
					project,
					"--reporter=default",
					"--reporter=json",
					`--outputFile.json=${report}`,
				],
				print,
			),
		vitestScore,
	);

/** Runs a step and prints what it said in one piece, so that it mixes with no other's. */
async function runQuietly({ run }: Step, title = ""): Promise<Score> {
	const written: string[] = [];
	try {
		return await run((text) => written.push(text));
	} finally {
		process.stdout.write(`${title}${written.join("")}`);
	}
}

let installing: ReturnType<typeof installBrowsers> | undefined;

/** Installs the browsers once: begun beside the first checks, since it waits for downloads. */
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
		return execute("playwright", ["test"], print, { E2E_REPORT: report });
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

/** The steps of a stage run two at a time, and begin in this order; a stage begins when the one before has ended. */
const STAGES: Step[][] = [
	// First, since the Worker imports what it builds.
	[
		{
			name: "web build",
			run: async () => {
				await buildWeb(localVars().APP_NAME);
				await buildClient();
				return { passed: 1, failed: 0 };
			},
		},
	],
	// The longest first.
	[
		vitest("the tools", "tools"),
		vitest("pure code in Node", "node"),
		check("dead code", "knip", "--no-progress"),
		// One checker at a time, since each of several works out the same types again.
		check("types", "tsc", "-b", "--pretty", "false", "--checkers", "1"),
		{ name: "clients of the API's description", run: checkDescription },
		IN_FIREFOX,
		{ name: "worker bundle", run: checkBundle },
		check("format and lint", "biome", "ci", "--colors=off", "."),
		check("import rules", "node", "tools/checks/check-imports.ts"),
		check(
			"types of the environment",
			"wrangler",
			"types",
			"worker/platform/env.d.ts",
			"--include-runtime=false",
			"--check",
		),
		check(
			"types of the client and the examples",
			"tsc",
			"-p",
			"packages/client",
			"--pretty",
			"false",
		),
		{ name: "command line package", run: checkCli },
		check("migrations match the tables", "node", "tools/checks/check-migrations.ts"),
		vitest("components in a simulated browser", "components"),
		suite(
			"the Stripe sandbox",
			"sandbox.tap",
			(report, print) =>
				execute(
					"node",
					[
						"--test",
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
	],
	[vitest("tests in the Workers runtime", "workers")],
	[IN_CHROMIUM],
];

/** Long runs in their short form, one after the other, since they measure or kill processes. */
const LONG_RUNS: Step[][] = [
	check("simulated weeks", "node", "tools/sim/index.ts", "--seeds", "3"),
	check("simulated defects", "node", "tools/sim/index.ts", "--planted"),
	...Object.keys(SOAKS).map((name) =>
		check(`soak ${name}`, "node", "tools/soak/index.ts", name, "--short"),
	),
	...Object.keys(BENCHES).map((name) =>
		check(`bench ${name}`, "node", "tools/bench/index.ts", name, "--short"),
	),
].map((step) => [step]);

/** With `full`, how often tests do again what they do at random; a test's own default is for `npm test`. */
const FULL_ROUNDS = {
	ALL_ROUNDS: "true",
	HOSTILE_REQUESTS: "5000",
	DESCRIBED_CALLS: "5000",
	COURSES: "1000",
	DRAFT_COURSES: "20",
	RESTORED_TRANSFERS: "1000",
};

type Result = Score & { name: string; seconds: number };

/** Runs a step to its end; what it throws is a failure. */
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

/** Runs the steps of a stage, two at a time; returns their results in the order of the steps. */
async function runStage(steps: readonly Step[]): Promise<Result[]> {
	const results: Result[] = [];
	const waiting = steps.entries();
	const runInTurn = async () => {
		for (const [at, step] of waiting) results[at] = await runStep(step, steps.length === 1);
	};
	await Promise.all([runInTurn(), runInTurn()]);
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
	const stages = [...STAGES, ...(words.includes("full") ? LONG_RUNS : [])].map((steps) =>
		steps.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word))),
	);
	if (words.includes("full")) Object.assign(process.env, FULL_ROUNDS);
	rmSync(REPORTS, { recursive: true, force: true });
	mkdirSync(REPORTS, { recursive: true });
	localVars();
	if (stages.flat().some((step) => step === IN_CHROMIUM || step === IN_FIREFOX))
		// A failure is reported by the steps that need them.
		browsers().catch(() => undefined);
	const results: Result[] = [];
	for (const steps of stages) {
		results.push(...(await runStage(steps)));
		// Nothing else works without the web build.
		if (steps === stages[0] && results.some(({ failed }) => failed > 0)) break;
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
