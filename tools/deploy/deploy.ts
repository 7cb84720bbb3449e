import { DEFAULT_APP_NAME } from "../../worker/contract/constants.ts";
import { PlainError } from "../local/processes.ts";
import { ensureDevAddress, ensureTriggers, findDomainAddress } from "./address.ts";
import { ensureBackupBucket, ensureBucket, findBackupBucket, findBucket } from "./bucket.ts";
import { checkAccount } from "./checks.ts";
import type { Options, Run, Surroundings } from "./context.ts";
import { applyMigrations, ensureDatabase, findDatabase } from "./database.ts";
import { waitForHealth } from "./health.ts";
import { ensurePaymentDomain } from "./payment-domain.ts";
import {
	CONNECTED_EVENTS,
	checkProvider,
	ensurePrice,
	ensureWebhook,
	findProvider,
	OWN_EVENTS,
	removeOldWebhooks,
} from "./payments.ts";
import { EmptyAccount } from "./platform-api.ts";
import { rollBack } from "./roll-back.ts";
import { collectSettings, completeSettings, defaultName } from "./settings.ts";
import { signIn } from "./sign-in.ts";
import { StateFile } from "./state-file.ts";
import { ensureRelease, ownDeployments } from "./upload.ts";
import { makeRelease } from "./worker-config.ts";

/** Creates what is missing, corrects what is wrong, and leaves the rest alone. */
export async function deploy(options: Options, around: Surroundings): Promise<void> {
	const state = new StateFile(around.stateFile, options.environment, options.dryRun);
	if (options.dryRun) around.print("This is what a deploy would change (+) and leave (=):");
	if (!options.rollback) await collectSettings(options, around, state);
	const { api, accountId, unknown } = await signIn(options, around, state);
	const name = around.env.NAME || state.known.name || defaultName(options.environment);
	const account = `/accounts/${accountId}`;
	const run: Run = { options, around, state, api, account, name, notices: [], unknown: [] };
	if (unknown) run.unknown.push(`the account, which is taken to be empty: ${unknown}`);
	if (options.rollback) return rollBack(run);
	await makeAll(run);
}

async function makeAll(run: Run): Promise<void> {
	const { around, state, options } = run;
	const raw = await around.wrangler.readConfig();
	const { STRIPE_SECRET_KEY: key } = state.known.vars;
	// Only in a dry run.
	const stripe = key ? await findProvider(run, key) : null;
	const account = stripe && (await checkProvider(run, stripe));
	if (!key) {
		around.print("  + ask for Stripe's keys, and make the price of Pro and the webhook endpoint");
		run.unknown.push("what Stripe has: there is no key");
	}

	// Checks all names and rights before making anything.
	const found = await findDatabase(run);
	const deployments = await ownDeployments(run, found.id);
	const bucket = await findBucket(run, found.isInUse);
	const backups = await findBackupBucket(run, found.isInUse);
	const domain = await findDomainAddress(run);

	const databaseId = await ensureDatabase(run, found);
	await ensureBucket(run, bucket);
	await ensureBackupBucket(run, backups);
	const address = domain ?? (await ensureDevAddress(run));
	completeSettings(run, address.origin, account?.email ?? null, raw.secrets?.required ?? []);
	if (stripe) {
		await ensurePrice(run, stripe);
		await ensureWebhook(run, stripe, address.origin, OWN_EVENTS);
		if (account?.isConnectOn) await ensureWebhook(run, stripe, address.origin, CONNECTED_EVENTS);
		await ensurePaymentDomain(run, stripe, address.origin);
	}
	if (!(run.api instanceof EmptyAccount)) await checkAccount(run);

	await applyMigrations(run, databaseId);
	const release = await makeRelease(run, raw, {
		databaseId: databaseId ?? "",
		isDev: address.kind === "workers.dev",
	});
	await ensureRelease(run, release, deployments);
	const isUploaded = !options.dryRun || deployments !== null;
	await ensureTriggers(run, address, raw.triggers?.crons ?? [], isUploaded);
	if (options.dryRun || !stripe) {
		printNotices(run);
		const { unknown } = run;
		if (unknown.length > 0) around.print(`\nNot compared: ${unknown.join("; ")}.`);
		return around.print("\nNothing was changed.");
	}

	await waitForHealth(run, address.origin);
	await removeOldWebhooks(run, stripe, address.origin);
	state.learn({ origin: address.origin });
	printEnd(run, address.origin);
}

function printNotices({ around, notices }: Run): void {
	if (notices.length > 0)
		around.print(`\nStill to do:\n${notices.map((sentence) => `  ! ${sentence}`).join("\n")}`);
}

function printEnd(run: Run, origin: string): void {
	const { around, state } = run;
	const isTest = !state.known.vars.STRIPE_SECRET_KEY?.includes("_live_");
	const card = isTest ? "the card 4242 4242 4242 4242" : "a real card, and refund it";
	around.print(`\n${state.known.vars.APP_NAME ?? DEFAULT_APP_NAME} is running at ${origin}`);
	printNotices(run);
	around.print(`
Next:
  1. Create an account at ${origin}/auth, upload a file with a price, and buy it in a private window with ${card}.
  2. Let a monitor ask ${origin}/api/health every minute, and read docs/operations.md.
  3. Keep a copy of .deploy.json where your passwords are: it holds this installation's secrets.
`);
}

export function optionsFrom(
	values: Readonly<Record<string, string | boolean | undefined>>,
	words: readonly string[],
): Options {
	const environment = String(values.env ?? "production");
	if (!/^[a-z][a-z0-9-]{0,19}$/.test(environment))
		throw new PlainError(`--env takes a word such as staging, not "${environment}".`);
	const [word, ...more] = words;
	if (more.length > 0 || (word !== undefined && !values.rollback))
		throw new PlainError(
			`It is not clear what "${words.join(" ")}" means: see docs/operations.md.`,
		);
	return {
		environment,
		dryRun: values["dry-run"] === true,
		adopt: values.adopt === true,
		force: values.force === true,
		rollback: values.rollback === true ? (word ?? true) : false,
	};
}
