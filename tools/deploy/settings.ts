import { randomBytes } from "node:crypto";
import { DEFAULT_APP_NAME } from "../../worker/contract/constants.ts";
import { configOf, VARIABLES } from "../../worker/core/config.ts";
import { halfSetOf } from "../../worker/platform/config.ts";
import { PlainError } from "../local/processes.ts";
import { REQUIRED_SECRETS } from "../local/vars.ts";
import { notice, type Options, type Run, type Surroundings } from "./context.ts";
import { guessedLocation, LOCATIONS } from "./location.ts";
import type { StateFile } from "./state-file.ts";

/** Needed or made by a deploy: an empty value doesn't remove them. */
const KEPT_SECRETS = [...REQUIRED_SECRETS, "STRIPE_CONNECT_WEBHOOK_SECRET"];
/** For one machine only. `STRIPE_API_BASE` in the environment is for this command. */
const LOCAL_ONLY = [
	"LOOPBACK_REGISTRATIONS_PER_MINUTE",
	"TURNSTILE_VERIFY_URL",
	"WEBHOOK_LOCALHOST",
];
const DERIVED = new Set(["APP_ORIGIN", "STRIPE_API_BASE"]);

/**
 * Collects settings from the environment, state file, file of earlier releases and questions before anything is called.
 * Throws if one is missing or wrong.
 */
export async function collectSettings(
	options: Options,
	around: Surroundings,
	state: StateFile,
): Promise<void> {
	const vars = { ...state.known.vars };
	for (const [name, value] of Object.entries(givenVariables(around))) {
		if (value !== "") vars[name] = value;
		// A build server passes unknown secrets on empty.
		else if (!KEPT_SECRETS.includes(name)) delete vars[name];
	}
	await askForKeys(vars, options, around);
	if (hasKeys(vars)) checkKeys(vars, options, around);
	vars.APP_SECRET ??= randomBytes(32).toString("hex");
	if (vars.APP_SECRET.length < 32)
		throw new PlainError(
			"APP_SECRET needs at least 32 characters; without one the deploy makes it itself.",
		);
	const { env } = around;
	const name = env.NAME || state.known.name || defaultName(options.environment);
	if (!/^[a-z0-9][a-z0-9-]{0,49}$/.test(name))
		throw new PlainError(
			`NAME may contain only lowercase letters, digits and hyphens, not "${name}".`,
		);
	state.learn({
		vars,
		name,
		location: await locationOf(around, state),
		...(env.METRICS !== undefined && { hasMetrics: env.METRICS === "on" }),
		...domainOf(await domainWanted(around, state)),
	});
}

const hasKeys = (vars: Readonly<Record<string, string>>) =>
	Boolean(vars.STRIPE_SECRET_KEY && vars.STRIPE_PUBLISHABLE_KEY);

/** Adds defaults that need the address, and validates everything like the Worker. */
export function completeSettings(
	run: Run,
	origin: string,
	stripeEmail: string | null,
	secrets: readonly string[],
): void {
	const { state } = run;
	const vars: Record<string, string> = { ...state.known.vars, APP_ORIGIN: origin };
	const { hostname } = new URL(origin);
	vars.MAIL_FROM ??= `${vars.APP_NAME ?? DEFAULT_APP_NAME} <mail@${hostname}>`;
	const email = vars.OPERATOR_EMAIL ?? stripeEmail ?? (hasKeys(vars) ? null : "you@example.com");
	if (!email)
		throw new PlainError(
			"It is not known where support requests and reports should go: OPERATOR_EMAIL=you@example.com npm run deploy",
		);
	vars.OPERATOR_EMAIL = email;
	state.learn({ vars });
	const missing = secrets.filter((name) => !vars[name]);
	try {
		configOf({ ...Object.fromEntries(missing.map((name) => [name, "…".repeat(32)])), ...vars });
	} catch (error) {
		throw new PlainError(error instanceof Error ? error.message : String(error));
	}
	for (const half of halfSetOf(vars))
		notice(
			run,
			`${half.name} is set without ${half.missing}, so neither has an effect: set both, or none.`,
		);
}

export function defaultName(environment: string): string {
	return environment === "production" ? "tillbox" : `tillbox-${environment}`;
}

function givenVariables({ env }: Surroundings): Record<string, string> {
	const local = LOCAL_ONLY.filter((name) => env[name]);
	if (local.length > 0)
		throw new PlainError(
			`${local.join(", ")} is for this machine alone and may not be deployed: remove it from the environment.`,
		);
	const given = Object.keys(VARIABLES)
		.filter((name) => !DERIVED.has(name))
		.map((name) => [name, env[name]]);
	return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

async function askForKeys(
	vars: Record<string, string>,
	options: Options,
	around: Surroundings,
): Promise<void> {
	const where = "(https://dashboard.stripe.com/apikeys)";
	const questions = {
		STRIPE_SECRET_KEY: `Stripe's secret key ${where}`,
		STRIPE_PUBLISHABLE_KEY: `Stripe's publishable key ${where}`,
	};
	for (const [name, question] of Object.entries(questions)) {
		if (!vars[name] && around.ask && !options.dryRun)
			vars[name] = (await around.ask(question, "")).trim();
	}
	const missing = Object.keys(questions).filter((name) => !vars[name]);
	if (missing.length > 0 && !options.dryRun) {
		const example = missing.map((name) => `${name}=…`).join(" ");
		const flag = options.environment === "production" ? "" : ` -- --env ${options.environment}`;
		throw new PlainError(
			`${missing.join(" and ")} missing. Both keys stand at https://dashboard.stripe.com/apikeys: ${example} npm run deploy${flag}`,
		);
	}
}

function checkKeys(
	vars: Readonly<Record<string, string>>,
	options: Options,
	around: Surroundings,
): void {
	const { STRIPE_SECRET_KEY: secret = "", STRIPE_PUBLISHABLE_KEY: publishable = "" } = vars;
	if (!/^(sk|rk)_(test|live)_/.test(secret))
		throw new PlainError(
			"STRIPE_SECRET_KEY should begin with sk_test_, sk_live_, rk_test_ or rk_live_.",
		);
	if (!/^pk_(test|live)_/.test(publishable))
		throw new PlainError("STRIPE_PUBLISHABLE_KEY should begin with pk_test_ or pk_live_.");
	if (secret.includes("_live_") !== publishable.includes("_live_"))
		throw new PlainError("One of the Stripe keys is a test key, the other is live: use a pair.");
	if (options.environment !== "production" && secret.includes("_live_"))
		throw new PlainError(
			`The environment ${options.environment} would charge real cards: give it Stripe's test keys.`,
		);
	if (/_sandbox$/.test(secret) && !around.env.STRIPE_API_BASE)
		throw new PlainError(
			"These are the local sandbox's Stripe keys: use your own, from https://dashboard.stripe.com/apikeys.",
		);
}

async function locationOf(around: Surroundings, state: StateFile): Promise<string> {
	const { location: former, databaseId } = state.known;
	const asked = around.env.LOCATION || former;
	if (databaseId !== undefined && former !== undefined && asked !== former)
		throw new PlainError(
			`The data is in ${former} and stays there: the platform moves no database and no bucket. Leave LOCATION out; for an installation in ${asked}, restore a backup into a new one (docs/operations.md, "Backups").`,
		);
	const guess = guessedLocation(Intl.DateTimeFormat().resolvedOptions().timeZone);
	const location =
		asked ??
		(around.ask
			? await around.ask(`Where should the data be? ${LOCATIONS.join(", ")}`, guess)
			: guess);
	if (!LOCATIONS.includes(location))
		throw new PlainError(`LOCATION should be one of ${LOCATIONS.join(", ")}, not "${location}".`);
	return location;
}

async function domainWanted(around: Surroundings, state: StateFile): Promise<string> {
	const known = around.env.DOMAIN ?? state.known.domain;
	if (known !== undefined || !around.ask) return known ?? "";
	return around.ask("Your domain, one of the account's (empty: an address at workers.dev)", "");
}

function domainOf(wanted: string): { domain: string } {
	const domain = wanted.trim().toLowerCase();
	if (domain !== "" && !/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/.test(domain))
		throw new PlainError(
			`DOMAIN should be a host name such as files.example.com, not "${wanted}".`,
		);
	return { domain };
}
