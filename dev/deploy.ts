import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildWeb } from "./build/build-web.ts";
import { PlainError, ROOT, reportAndExit, run, toolEnv } from "./local/processes.ts";
import { divideVars, parseVars, REQUIRED_SECRETS, varFlags, writeSecrets } from "./local/vars.ts";

/** The operator's variables and secrets; never committed. */
const FILE = ".prod.vars";
const LOCAL_ONLY = ["STRIPE_API_BASE", "LOOPBACK_REGISTRATIONS_PER_MINUTE", "TURNSTILE_VERIFY_URL"];

/** The operator's variables, checked before anything is changed. */
function productionVars(): Record<string, string> {
	const path = join(ROOT, FILE);
	if (!existsSync(path))
		throw new PlainError(
			`There is no ${FILE}. Copy docs/prod.vars.example to ${FILE}, fill it in and run the command again.`,
		);
	const vars = parseVars(readFileSync(path, "utf8"));
	const missing = ["APP_ORIGIN", "MAIL_FROM", "OPERATOR_EMAIL", ...REQUIRED_SECRETS].filter(
		(name) => !vars[name],
	);
	if (missing.length > 0) throw new PlainError(`${FILE} lacks ${missing.join(", ")}.`);
	const local = LOCAL_ONLY.filter((name) => vars[name]);
	if (local.length > 0)
		throw new PlainError(
			`${local.join(", ")} is for this machine alone and may not be deployed: remove it from ${FILE}.`,
		);
	if (!vars.APP_ORIGIN?.startsWith("https://"))
		throw new PlainError(`APP_ORIGIN in ${FILE} must begin with https://.`);
	if (/sandbox/.test(`${vars.STRIPE_SECRET_KEY} ${vars.STRIPE_PUBLISHABLE_KEY}`))
		throw new PlainError(`${FILE} still holds the sandbox's Stripe keys: put in your own.`);
	if ((vars.APP_SECRET?.length ?? 0) < 32)
		throw new PlainError(
			`APP_SECRET in ${FILE} needs at least 32 characters: openssl rand -hex 32`,
		);
	return vars;
}

/** Creates the D1 database when the account has none of that name. */
async function ensureDatabase(name: string): Promise<void> {
	const { stdout } = await promisify(execFile)("wrangler", ["d1", "list", "--json"], {
		cwd: ROOT,
		env: toolEnv(),
	});
	const databases: { name: string }[] = JSON.parse(stdout.slice(stdout.indexOf("[")));
	if (!databases.some((database) => database.name === name))
		await run("wrangler", ["d1", "create", name], { show: true });
}

try {
	const vars = productionVars();
	await buildWeb(vars.APP_NAME);
	await ensureDatabase("tillbox");
	await run("wrangler", ["d1", "migrations", "apply", "DB", "--remote"], { show: true });
	const { secrets, plain } = divideVars(vars);
	const secretsFile = writeSecrets(join(ROOT, ".wrangler", "deploy"), secrets);
	await run("wrangler", ["deploy", "--secrets-file", secretsFile, ...varFlags(plain)], {
		show: true,
	});
} catch (error) {
	reportAndExit(error);
}
