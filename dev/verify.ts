import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWeb } from "./build/build-web.ts";
import { checkBundle } from "./bundle/check-bundle.ts";
import { checkCli } from "./bundle/check-cli.ts";
import {
	canInstallPackages,
	ensureChromium,
	installEmojiFont,
	installPackages,
} from "./local/chromium.ts";
import { ROOT, reportAndExit, toolEnv } from "./local/processes.ts";
import { localVars } from "./local/vars.ts";
import { buildClientTypes } from "./openapi/client-types.ts";
import { ensureFirefox } from "./smoke/firefox.ts";
import { playwrightScore, type Score, tapScore, vitestScore } from "./test-reports.ts";

type Step = { name: string; run: () => Promise<Score> };

const REPORTS = join(ROOT, "test-results", "reports");

type Running = {
	env?: Record<string, string>;
	/** shows the output in one piece when the tool has ended, so that it mixes with no other's */
	atOnce?: boolean;
};

/** Runs a tool with its output shown, and returns its exit code. */
function execute(
	command: string,
	args: readonly string[],
	{ env = {}, atOnce = false }: Running = {},
): Promise<number> {
	return new Promise((resolve, reject) => {
		const output = atOnce ? "pipe" : "inherit";
		const child = spawn(command, args, {
			cwd: ROOT,
			env: toolEnv(env),
			stdio: ["ignore", output, output],
		});
		const written: Buffer[] = [];
		for (const stream of [child.stdout, child.stderr])
			stream?.on("data", (chunk: Buffer) => written.push(chunk));
		child.once("error", reject);
		child.once("close", (code) => {
			process.stdout.write(Buffer.concat(written));
			resolve(code ?? 1);
		});
	});
}

/** A step that is one check: it passes when the tool exits with 0. */
function check(name: string, command: string, ...args: string[]): Step {
	return {
		name,
		run: async () =>
			(await execute(command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
	};
}

/**
 * A step that runs tests: counted from the report it writes; a crash is a failure even when no test
 * failed.
 */
function suite(
	name: string,
	file: string,
	start: (report: string) => Promise<number>,
	read: (report: string) => Score,
): Step {
	return {
		name,
		run: async () => {
			const report = join(REPORTS, file);
			const code = await start(report);
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

const vitest = (name: string, project: string, shard?: Shard) =>
	suite(
		name,
		`vitest-${project}-${shard?.index ?? 1}.json`,
		(report) =>
			execute(
				"vitest",
				[
					...["run", "--project", project, "--reporter=default", "--reporter=json"],
					`--outputFile.json=${report}`,
					...(shard ? [`--shard=${shard.index}/${shard.count}`] : []),
				],
				{ atOnce: shard !== undefined && shard.index > 1 },
			),
		vitestScore,
	);

/** One of `count` processes that divide the files of a project among them; `index` begins with 1. */
type Shard = { index: number; count: number };

/** Runs a project in processes at once, each with a runtime of its own: one does not keep two cores busy. */
function inParts(name: string, project: string, count: number): Step {
	const parts = Array.from({ length: count }, (_, part) =>
		vitest(name, project, { index: part + 1, count }),
	);
	return {
		name,
		run: async () => {
			const scores = await Promise.all(parts.map((part) => part.run()));
			return scores.reduce((sum, { passed, failed, failures = [] }) => ({
				passed: sum.passed + passed,
				failed: sum.failed + failed,
				failures: [...(sum.failures ?? []), ...failures],
			}));
		},
	};
}

const steps: Step[] = [
	// First, since the Worker imports what it builds.
	{
		name: "web build",
		run: async () => {
			await buildWeb(localVars().APP_NAME);
			await buildClientTypes();
			return { passed: 1, failed: 0 };
		},
	},
	check("format and lint", "biome", "ci", "--colors=off", "."),
	check("dead code", "knip", "--no-progress"),
	check(
		"import rules",
		"depcruise",
		"--config",
		"dev/import-rules.mjs",
		"worker",
		"web",
		"locales",
		"cli",
		"dev",
	),
	check(
		"types of the environment",
		"wrangler",
		"types",
		"worker/env.d.ts",
		"--include-runtime=false",
		"--check",
	),
	check("types", "tsc", "-b", "--pretty", "false"),
	check("reference client", "tsc", "-p", "dev/openapi/client", "--pretty", "false"),
	{ name: "worker bundle", run: checkBundle },
	{ name: "command line package", run: checkCli },
	check("migrations match the tables", "node", "dev/check-migrations.ts"),
	vitest("pure code in Node", "node"),
	vitest("components in a simulated browser", "components"),
	inParts("slices in the Workers runtime", "workers", 4),
	suite(
		"the Stripe sandbox",
		"sandbox.tap",
		(report) =>
			execute("node", [
				...["--test", "--test-reporter=dot", "--test-reporter-destination=stdout"],
				...["--test-reporter=tap", `--test-reporter-destination=${report}`],
				"dev/stripe-sandbox/**/*.test.ts",
			]),
		tapScore,
	),
	suite(
		"end-to-end tests in Chromium",
		"e2e.json",
		async (report) => {
			await ensureChromium();
			await installEmojiFont();
			if (!existsSync("/usr/bin/unzip") && canInstallPackages()) await installPackages(["unzip"]);
			return execute("playwright", ["test"], { env: { E2E_REPORT: report } });
		},
		playwrightScore,
	),
	{
		name: "end-to-end test in Firefox",
		run: async () => {
			const firefox = await ensureFirefox();
			if ("missing" in firefox) return { passed: 0, failed: 0, skipped: firefox.missing };
			return (await execute("node", ["dev/smoke/index.ts"])) === 0
				? { passed: 1, failed: 0 }
				: { passed: 0, failed: 1 };
		},
	},
];

try {
	const only = process.argv.slice(2);
	rmSync(REPORTS, { recursive: true, force: true });
	mkdirSync(REPORTS, { recursive: true });
	localVars();
	const total: Score = { passed: 0, failed: 0 };
	const lines: string[] = [];
	const failures: string[] = [];
	for (const step of steps) {
		if (only.length > 0 && !only.some((word) => step.name.includes(word))) continue;
		console.log(`\n▸ ${step.name}`);
		const started = Date.now();
		const score = await step.run();
		total.passed += score.passed;
		total.failed += score.failed;
		failures.push(...(score.failures ?? []));
		const seconds = Math.round((Date.now() - started) / 1000);
		lines.push(
			score.skipped
				? `  – ${step.name}: skipped, because ${score.skipped}`
				: `  ${score.failed ? "✗" : "✓"} ${step.name}: ${score.passed} passed, ${score.failed} failed (${seconds} s)`,
		);
	}
	for (const failure of failures) console.log(`\n✗ ${failure}`);
	console.log(`\n${lines.join("\n")}\n`);
	console.log(`${total.passed} passed, ${total.failed} failed`);
	process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
} catch (error) {
	reportAndExit(error);
}
