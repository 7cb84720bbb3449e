import { deliverWebhooks } from "../api/webhooks/deliver.ts";
import { sealAuditLog } from "../core/audit-log/seal.ts";
import type { Ctx } from "../core/context.ts";
import { CRONS, type CronName } from "../core/crons.ts";
import {
	cronCursor,
	failedJobs,
	noteFailure,
	noteSuccess,
	saveCursor,
	stepwise,
} from "../core/job-cursor.ts";
import { finishDeletions } from "../customers/deletion/finish-deletion.ts";
import { sendSaleAlerts } from "../customers/sale-alerts/send-alerts.ts";
import { deliverUpdates } from "../customers/updates/deliver-updates.ts";
import { refundNextWithdrawn } from "../customers/withdrawal/refund-withdrawn.ts";
import { cleanupRenditions } from "../files/previews/delete-renditions.ts";
import { makeDuePreviews } from "../files/previews/make-share-previews.ts";
import { cleanupUploads } from "../files/uploads/cleanup-uploads.ts";
import { closeUnclaimed, remindOfClaims } from "../payments/direct/list-claims.ts";
import { settleNextClaims } from "../payments/direct/settle-opened.ts";
import { refreshWaitingAccounts } from "../payments/payouts/card-payouts.ts";
import {
	reconcileNextPayouts,
	reconcileRecentPayouts,
} from "../payments/payouts/reconcile-payouts.ts";
import { reconcileBooks } from "../payments/reconciliation/reconcile-books.ts";
import { readMissedEvents } from "../payments/settlement/read-missed-events.ts";
import { reconcilePurchases } from "../payments/settlement/reconcile-purchases.ts";
import {
	deleteProviderCustomers,
	updateProviderCustomers,
} from "../payments/subscriptions/customers.ts";
import { reconcileSubscriptions } from "../payments/subscriptions/on-provider-event.ts";
import { systemClock } from "../platform/clock.ts";
import { log, serializeError } from "../platform/log.ts";
import { pruneOutbox, sendDueMails } from "../platform/mail/outbox.ts";
import { countEvent } from "../platform/metrics.ts";
import { runCachePurges } from "../platform/queue/cache-purges.ts";
import { runPurges } from "../platform/queue/purge.ts";
import { inScope } from "../platform/request-scope.ts";
import { scanQuarantined } from "../trust/scanning/scan-due.ts";
import { beginBackup, continueBackup } from "./backup/run-backup.ts";
import { cleanupObjects } from "./cleanup-objects.ts";
import { cleanupRows } from "./cleanup-rows.ts";
import { runNightlyCheck } from "./invariants/nightly-check.ts";
import { PRUNING } from "./personal-data/loops.ts";

type Job = (ctx: Ctx) => Promise<void>;

/** Comments are copied into docs/reference.md by `npm run docs`. */
export const JOBS: Readonly<Record<CronName, Readonly<Record<string, Job>>>> = {
	mails: {
		/** Puts creators' messages to buyers into the outbox, 100 mails a minute for all creators together. */
		deliverUpdates: stepwise("updates", deliverUpdates),
		/** Puts alerts about shares that are on sale now into the outbox, 100 mails a minute. */
		sendSaleAlerts,
		/** Sends 200 mails a minute. */
		sendDueMails,
		/** Deletes the texts and addresses of old mails. */
		pruneOutbox,
		/** Purges caches of what has changed, before pages and previews. */
		runCachePurges,
		/** Seals rows of the audit log that their request left unsealed. */
		sealAuditLog,
		/** Scans quarantined uploads and publishes clean ones, if `SCAN_URL` is set. */
		scanQuarantined,
		/** Sends webhook messages that are due. */
		deliverWebhooks,
		/** Makes previews of pictures that were published without. */
		makeDuePreviews,
	},
	repairs: {
		/** Applies Stripe events whose webhook never came. */
		readMissedEvents,
		/** Settles open payments, automatic refunds and missing fees with Stripe. */
		reconcilePurchases,
		/** Closes claims that a crash left open. */
		settleNextClaims: stepwise("claims", settleNextClaims),
		/** Reads connected accounts that aren't ready. */
		refreshWaitingAccounts,
		/** Transfers creators' money of recent sales. */
		reconcileRecentPayouts,
		/** Makes refunds that a withdrawal calls for. */
		refundNextWithdrawn,
		/** Finishes deletions of shares. */
		finishDeletions,
		/** Removes objects of what was deleted. */
		runPurges,
		/** Deletes Stripe customers of deleted accounts. */
		deleteProviderCustomers,
		/** Sends creators' new addresses to Stripe. */
		updateProviderCustomers,
	},
	cleanups: {
		/** Removes abandoned uploads, and shares whose upload is gone. */
		cleanupUploads,
		/** Removes objects without records. */
		cleanupObjects,
		/** Stops the sale of shares whose objects are missing. */
		cleanupRows,
		// `prune_` and the name of a table with a period.
		...PRUNING,
		/** Reminds creators once of claims that wait for a day. */
		remindOfClaims: stepwise("reminders", remindOfClaims),
		/** Closes direct payments that nobody claimed. */
		closeUnclaimed,
		/** Transfers creators' money of older sales. */
		reconcileNextPayouts: stepwise("payouts", reconcileNextPayouts),
		/** Reads due subscriptions from Stripe. */
		reconcileSubscriptions,
		/** Removes previews of abandoned uploads. */
		cleanupRenditions: stepwise("orphaned-renditions", cleanupRenditions),
	},
	// The context's time is frozen, but a backup must know its real moment.
	backup: {
		/** Continues a backup for four minutes. */
		continueBackup: async (ctx) => void (await continueBackup({ ...ctx, now: systemClock })),
	},
	nightly: {
		/** Begins a backup, if `BACKUP_PUBLIC_KEY` is set. */
		beginBackup,
		/** Compares the next 2 GiB of stored files, and all totals, with their records. */
		runNightlyCheck: (ctx) => runNightlyCheck(ctx),
		/** Compares the ledger with Stripe's balance. */
		reconcileBooks: stepwise("books", reconcileBooks),
	},
};

/** A failed job doesn't prevent the others. */
export async function runJobs(ctx: Ctx, cron: string): Promise<void> {
	// The keys are the crons' names.
	const names = Object.keys(JOBS) as CronName[];
	const name = names.find((one) => CRONS[one].expression === cron);
	if (!name) return;
	await inScope(`${name}-${ctx.requestId}`, async () => {
		const failed = await failedJobs(ctx).catch(() => []);
		const failing = new Set(failed.map((one) => one.job));
		const attemptOf = (job: string, run: Job) =>
			attempt(ctx, job, () => run(ctx), failing.has(job));
		for (const [job, run] of Object.entries(JOBS[name])) await attemptOf(job, run);
		if (ctx.changes.toPurge) await attemptOf("runCachePurges", runCachePurges);
		if (ctx.changes.toDeliver.size > 0) await attemptOf("deliverWebhooks", deliverWebhooks);
		await attemptOf("noteRun", () => saveCursor(ctx, cronCursor(name), null));
	});
}

/** True if it succeeded; undefined for an unknown job. */
export async function runJob(ctx: Ctx, name: string): Promise<boolean | undefined> {
	const run = Object.values(JOBS).find((jobs) => name in jobs)?.[name];
	return run && attempt(ctx, name, () => run(ctx), true);
}

/** Notes a job's failure for the operator until it succeeds. */
async function attempt(
	ctx: Ctx,
	job: string,
	run: () => Promise<void>,
	wasFailing = false,
): Promise<boolean> {
	try {
		await run();
		if (wasFailing) await noteSuccess(ctx, job);
		return true;
	} catch (error) {
		const { error: message, ...rest } = serializeError(error);
		log("error", "job.failed", { job, error: message, ...rest });
		countEvent(ctx.env, { event: "job_failed", label: job });
		// The database may be why it failed.
		await noteFailure(ctx, job, String(message)).catch(() => {});
		return false;
	}
}
