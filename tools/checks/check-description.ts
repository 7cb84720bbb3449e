import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DESCRIBED_ORIGIN } from "../../worker/contract/api/api-docs.ts";
import { ROOT, run } from "../local/processes.ts";
import { hashOf, unlessDone } from "../local/stamps.ts";
import { publishedDescription } from "../openapi/build.ts";
import { clientTypes } from "../openapi/client-types.ts";

/** What reads the description is installed apart: 446 packages of 293 MB, which need another TypeScript. */
const CONSUMERS = "tools/openapi/consumers";
const FOLDER = join(ROOT, "node_modules/.cache/openapi/consumers");
const OWN_FILE = "tools/checks/check-description.ts";
/** A hash of the description that was accepted last, and of what accepted it; committed with its change. */
const ACCEPTED = join(ROOT, "tools/openapi/accepted.txt");
const DOCUMENT = join(FOLDER, "openapi.json");
const CLIENTS = join(FOLDER, "clients");
const ENV = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const use =
	(name: string, ...args: string[]) =>
	() =>
		run(join(FOLDER, "node_modules/.bin", name), args, { env: ENV });
const client = (name: string) => join(CLIENTS, name);

/** What has to accept the description, one after the other. */
const CHECKS: Readonly<Record<string, (description: string) => Promise<void>>> = {
	redocly: use("redocly", "lint", "--extends=recommended-strict", DOCUMENT),
	spectral: use(
		"spectral",
		"lint",
		"--fail-severity=warn",
		`--ruleset=${join(FOLDER, "spectral.json")}`,
		DOCUMENT,
	),
	"openapi-typescript": async (description) =>
		writeFile(client("openapi-typescript.ts"), await clientTypes(description)),
	"@hey-api/openapi-ts": use(
		"openapi-ts",
		"--silent",
		"--no-log-file",
		"--input",
		DOCUMENT,
		"--output",
		client("hey-api"),
	),
	orval: use("orval", "--input", DOCUMENT, "--output", client("orval.ts"), "--client", "fetch"),
	"openapi-zod-client": use("openapi-zod-client", DOCUMENT, "--output", client("zod.ts")),
	oazapfts: use("oazapfts", DOCUMENT, client("oazapfts.ts")),
	"the generated clients compile": () =>
		run("tsc", ["-p", FOLDER, "--pretty", "false", "--checkers", "1"]),
};

/**
 * Checks the description that is published: two linters find nothing in it, and what five generators make of it
 * compiles. Takes a minute and an installation, so it is done only when the description or what checks it has
 * changed since it was accepted, or when `again` is set.
 */
export async function checkDescription(
	print = (text: string): unknown => process.stdout.write(text),
	again = false,
): Promise<{ passed: number; failed: number }> {
	const published = await publishedDescription("");
	// As an installation serves it.
	const description = published.replaceAll(DESCRIBED_ORIGIN, "https://tillbox.example");
	const stamp = `${hashOf([CONSUMERS, OWN_FILE], description)}\n`;
	const names = Object.keys(CHECKS);
	if (!again && (await readFile(ACCEPTED, "utf8").catch(() => "")) === stamp) {
		print(`  ✓ not changed since ${names.join(", ")} accepted it\n`);
		return { passed: 1, failed: 0 };
	}
	await install();
	await writeFile(DOCUMENT, description);
	await rm(CLIENTS, { recursive: true, force: true });
	await mkdir(CLIENTS);
	let failed = 0;
	for (const [name, check] of Object.entries(CHECKS)) {
		const started = performance.now();
		const error: unknown = await check(description).catch((reason: unknown) => reason);
		const seconds = ((performance.now() - started) / 1000).toFixed(1);
		print(`  ${error ? "✗" : "✓"} ${name} (${seconds} s)\n`);
		if (!error) continue;
		failed++;
		print(`${error instanceof Error ? error.message : error}\n`);
	}
	if (failed === 0) await writeFile(ACCEPTED, stamp);
	return { passed: names.length - failed, failed };
}

/** Installs what reads the description, in the versions of its own lockfile. */
async function install(): Promise<void> {
	await unlessDone(join(FOLDER, ".installed"), hashOf([CONSUMERS]), async () => {
		await rm(FOLDER, { recursive: true, force: true });
		await cp(join(ROOT, CONSUMERS), FOLDER, { recursive: true });
		await writeFile(join(FOLDER, "spectral.json"), '{ "extends": "spectral:oas" }');
		await run("npm", ["ci", "--prefix", FOLDER, "--ignore-scripts", "--no-audit", "--no-fund"]);
	});
}
