/**
 * Makes an installation in a Cloudflare account, or brings it up to date: docs/operations.md, "Deploy".
 *
 *   npm run deploy                        production
 *   npm run deploy -- --env NAME          another installation, such as staging
 *   npm run deploy -- --dry-run           shows the plan and changes nothing
 *   npm run deploy -- --rollback [VERSION] [--force]
 *                                         serves the version before, or the named one; --force although
 *                                         secrets were changed since
 *   npm run deploy -- --adopt             takes over what has the installation's names
 *
 * Variables of the environment are kept for later runs, and an empty one is forgotten: SHOW_SAMPLES=true.
 */

import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { buildWeb } from "../build/build-web.ts";
import { helpIfAsked } from "../local/help.ts";
import { PlainError, ROOT, reportAndExit } from "../local/processes.ts";
import { hashOf } from "../local/stamps.ts";
import { deploy, optionsFrom } from "./deploy.ts";
import { installedWrangler } from "./wrangler.ts";

helpIfAsked(import.meta.url);

const SOURCES = [
	"worker",
	"web",
	"locales",
	"tools/build",
	"vite.config.ts",
	"wrangler.toml",
	"package.json",
	"package-lock.json",
];

/** Without `--`, npm takes the flags of `npm run deploy --dry-run` and passes them on as variables. */
function flagOf(name: string): string | boolean {
	const value = process.env[`npm_config_${name.replace("-", "_")}`];
	return value === "true" ? true : (value ?? false);
}

function commandLine() {
	const flag = (name: string) => ({ type: "boolean" as const, default: flagOf(name) !== false });
	try {
		const { values, positionals } = parseArgs({
			allowPositionals: true,
			options: {
				env: { type: "string" },
				"dry-run": flag("dry-run"),
				rollback: flag("rollback"),
				adopt: flag("adopt"),
				force: flag("force"),
			},
		});
		const words = [...positionals];
		const npmEnv = flagOf("env");
		const env = values.env ?? (npmEnv === true ? words.shift() : npmEnv || undefined);
		return optionsFrom({ ...values, env }, words);
	} catch (error) {
		if (error instanceof PlainError) throw error;
		throw new PlainError(
			`${error instanceof Error ? error.message : error}\nThe flags are --dry-run, --env NAME, --rollback [VERSION] [--force] and --adopt.`,
		);
	}
}

async function ask(question: string, suggestion: string): Promise<string> {
	const reader = createInterface({ input: process.stdin, output: process.stdout });
	const hint = suggestion ? ` [${suggestion}]` : "";
	const answer = await reader.question(`${question}${hint}: `).finally(() => reader.close());
	return answer.trim() || suggestion;
}

try {
	await deploy(commandLine(), {
		env: process.env,
		ask: process.stdin.isTTY && process.stdout.isTTY && !process.env.CI ? ask : null,
		print: (line) => console.log(line),
		stateFile: process.env.DEPLOY_STATE || join(ROOT, ".deploy.json"),
		migrationsFolder: join(ROOT, "migrations"),
		workFolder: join(ROOT, ".wrangler", "releases"),
		sourceHash: () => hashOf(SOURCES),
		buildWeb,
		wrangler: installedWrangler,
		pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
		now: Date.now,
		stripeRetries: 2,
	});
} catch (error) {
	reportAndExit(error);
}
