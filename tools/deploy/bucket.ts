import { PlainError } from "../local/processes.ts";
import { change, notice, type Run, right } from "./context.ts";
import { PlatformError } from "./platform-api.ts";

const DAYS = 7;
const MAX_AGE = DAYS * 24 * 60 * 60;

type Rule = {
	id: string;
	enabled: boolean;
	conditions?: { prefix?: string };
	abortMultipartUploadsTransition?: { condition?: { type?: string; maxAge?: number } };
};

export type FoundBucket = { bucket: string; exists: boolean };

/** Throws if the bucket may be somebody else's. */
export async function findBucket(run: Run, isDatabaseInUse: boolean): Promise<FoundBucket> {
	const { known } = run.state;
	const bucket = known.bucket ?? `${run.name}-files`;
	const exists = (await bucketAt(run, `${run.account}/r2/buckets/${bucket}`)) !== null;
	// Objects without records are cleaned up, so a stranger's bucket must never be used.
	const isOurs =
		known.bucket === bucket || known.claims.includes(`bucket ${bucket}`) || isDatabaseInUse;
	if (exists && !isOurs && !run.options.adopt)
		throw new PlainError(
			`The account already has an R2 bucket named ${bucket}, and objects in it could be deleted as unknown. Choose another name: NAME=… npm run deploy (or, if it may be emptied: npm run deploy -- --adopt).`,
		);
	if (!exists && known.bucket === bucket)
		notice(run, `The bucket ${bucket} was gone: restore the files into the new one.`);
	return { bucket, exists };
}

export const backupBucket = (name: string) => `${name}-backup`;

/** null without a backup key. Throws if the bucket may be somebody else's. */
export async function findBackupBucket(
	run: Run,
	isDatabaseInUse: boolean,
): Promise<FoundBucket | null> {
	const { known } = run.state;
	if (!known.vars.BACKUP_PUBLIC_KEY) return null;
	const bucket = backupBucket(run.name);
	const exists = (await bucketAt(run, `${run.account}/r2/buckets/${bucket}`)) !== null;
	const isStateLost = isDatabaseInUse && known.bucket === undefined;
	const isOurs = known.claims.includes(`bucket ${bucket}`) || isStateLost;
	if (exists && !isOurs && !run.options.adopt)
		throw new PlainError(
			`The account already has an R2 bucket named ${bucket}, which backups would be written to. Choose another name: NAME=… npm run deploy (or, if it is this installation's: npm run deploy -- --adopt).`,
		);
	return { bucket, exists };
}

/** Also adds the rule that aborts unfinished uploads. */
export async function ensureBucket(run: Run, found: FoundBucket): Promise<void> {
	await ensureOne(run, found);
	run.state.learn({ bucket: found.bucket });
}

export async function ensureBackupBucket(run: Run, found: FoundBucket | null): Promise<void> {
	if (found) await ensureOne(run, found);
}

async function ensureOne(run: Run, { bucket, exists }: FoundBucket): Promise<void> {
	const { api, account, state } = run;
	const path = `${account}/r2/buckets`;
	if (exists) right(run, `the R2 bucket ${bucket}`);
	else {
		const locationHint = state.known.location;
		await change(run, `create the R2 bucket ${bucket} (${locationHint})`, async () => {
			state.claim(`bucket ${bucket}`);
			await api.change("POST", path, { name: bucket, locationHint });
		});
	}
	await ensureRule(run, `${path}/${bucket}/lifecycle`, exists);
}

async function bucketAt(run: Run, path: string): Promise<object | null> {
	try {
		return await run.api.find<object>(path);
	} catch (error) {
		if (error instanceof PlatformError && error.codes.includes(10042))
			throw new PlainError(
				"R2 is not switched on for this account: switch it on at https://dash.cloudflare.com/?to=/:account/r2 (it asks for a means of payment; 10 GB are free), and run the same command again.",
			);
		throw error;
	}
}

async function ensureRule(run: Run, path: string, exists: boolean): Promise<void> {
	const isThere = exists || !run.options.dryRun;
	const rules = isThere ? ((await run.api.find<{ rules?: Rule[] }>(path))?.rules ?? []) : [];
	const isRight = rules.some(
		(rule) =>
			rule.enabled &&
			!rule.conditions?.prefix &&
			rule.abortMultipartUploadsTransition?.condition?.type === "Age" &&
			rule.abortMultipartUploadsTransition.condition.maxAge === MAX_AGE,
	);
	if (isRight) return right(run, `its rule aborts unfinished uploads after ${DAYS} days`);
	const rule: Rule = {
		id: "tillbox-unfinished-uploads",
		enabled: true,
		conditions: { prefix: "" },
		abortMultipartUploadsTransition: { condition: { type: "Age", maxAge: MAX_AGE } },
	};
	const others = rules.filter(({ id }) => id !== rule.id);
	await change(run, `add the rule that aborts unfinished uploads after ${DAYS} days`, () =>
		run.api.change("PUT", path, { rules: [...others, rule] }),
	);
}
