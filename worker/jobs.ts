import { pruneMailTokens } from "./accounts/mail-tokens.ts";
import { pruneSessions } from "./accounts/sessions.ts";
import type { Ctx } from "./context.ts";
import { CRONS, type CronName } from "./crons.ts";
import { pruneDownloadLog } from "./downloads/prune-download-log.ts";
import { beginBackup, continueBackup } from "./maintenance/backup/run-backup.ts";
import { cleanupObjects } from "./maintenance/cleanup-objects.ts";
import { cleanupRows } from "./maintenance/cleanup-rows.ts";
import { runNightlyCheck } from "./maintenance/invariants/nightly-check.ts";
import { cronCursor, saveCursor, stepwise } from "./maintenance/job-cursor.ts";
import { pruneBuyers, prunePaymentAttempts } from "./payments/checkout/prune-payment-attempts.ts";
import { finishDeletions } from "./payments/deletion/finish-deletion.ts";
import { closeUnclaimed, remindOfClaims } from "./payments/direct/list-claims.ts";
import { settleNextClaims } from "./payments/direct/settle-opened.ts";
import { pruneClaims, pruneLedger, prunePurchaseCodes } from "./payments/ledger/prune-ledger.ts";
import { refreshWaitingAccounts } from "./payments/payouts/card-payouts.ts";
import {
	reconcileNextPayouts,
	reconcileRecentPayouts,
} from "./payments/payouts/reconcile-payouts.ts";
import { pruneEvents, readMissedEvents } from "./payments/settlement/read-missed-events.ts";
import { reconcilePurchases } from "./payments/settlement/reconcile-purchases.ts";
import { runCachePurges } from "./platform/cache-purges.ts";
import { systemClock } from "./platform/clock.ts";
import { log, serializeError } from "./platform/log.ts";
import { pruneOutbox, sendDueMails } from "./platform/mail/outbox.ts";
import { countEvent } from "./platform/metrics.ts";
import { inScope } from "./platform/request-scope.ts";
import { pruneRateLimits } from "./platform/security/attempts.ts";
import { runPurges } from "./platform/storage/purge.ts";
import { cleanupRenditions } from "./previews/delete-renditions.ts";
import { makeDuePreviews } from "./previews/make-due-previews.ts";
import { pruneHandles } from "./storefront/creators/delete-creator-page.ts";
import { pruneViews } from "./storefront/prune-views.ts";
import { deleteProviderCustomers } from "./subscriptions/delete-customer.ts";
import { reconcileSubscriptions } from "./subscriptions/on-provider-event.ts";
import { pruneMessages } from "./support/prune-messages.ts";
import { cleanupUploads } from "./uploads/cleanup-uploads.ts";

type Job = (ctx: Ctx) => Promise<void>;

/** The jobs of each cron. */
export const JOBS: Readonly<Record<CronName, Readonly<Record<string, Job>>>> = {
	mails: { sendDueMails, pruneOutbox, runCachePurges },
	repairs: {
		readMissedEvents,
		reconcilePurchases,
		settleNextClaims: stepwise("claims", settleNextClaims),
		refreshWaitingAccounts,
		reconcileRecentPayouts,
		finishDeletions,
		runPurges,
		deleteProviderCustomers,
		makeDuePreviews,
	},
	cleanups: {
		cleanupUploads,
		cleanupObjects,
		cleanupRows,
		pruneSessions,
		pruneMailTokens,
		pruneRateLimits,
		pruneEvents,
		pruneDownloadLog,
		pruneViews,
		pruneHandles,
		pruneMessages,
		prunePurchaseCodes,
		pruneClaims,
		pruneLedger,
		remindOfClaims: stepwise("reminders", remindOfClaims),
		closeUnclaimed,
		prunePaymentAttempts,
		pruneBuyers: stepwise("buyers", pruneBuyers),
		reconcileNextPayouts: stepwise("payouts", reconcileNextPayouts),
		reconcileSubscriptions,
		cleanupRenditions: stepwise("orphaned-renditions", cleanupRenditions),
	},
	// The time of the run stands still otherwise, and a backup has to know when its moment was.
	backup: {
		continueBackup: async (ctx) => void (await continueBackup({ ...ctx, now: systemClock })),
	},
	nightly: { beginBackup, runNightlyCheck: (ctx) => runNightlyCheck(ctx) },
};

/** Runs every job of a cron expression; one that fails does not prevent the others. */
export async function runJobs(ctx: Ctx, cron: string): Promise<void> {
	// The keys of the table are the crons' names.
	const names = Object.keys(JOBS) as CronName[];
	const name = names.find((one) => CRONS[one].expression === cron);
	if (!name) return;
	await inScope(`${name}-${ctx.requestId}`, async () => {
		for (const [job, run] of Object.entries(JOBS[name])) await attempt(ctx, job, () => run(ctx));
		if (ctx.changes.toPurge) await attempt(ctx, "runCachePurges", () => runCachePurges(ctx));
		// The operator's health check looks at it.
		await attempt(ctx, "noteRun", () => saveCursor(ctx, cronCursor(name), null));
	});
}

async function attempt(ctx: Ctx, job: string, run: () => Promise<void>): Promise<void> {
	try {
		await run();
	} catch (error) {
		log("error", "job.failed", { job, ...serializeError(error) });
		countEvent(ctx.env, { event: "job_failed", label: job });
	}
}
