import { pruneAccessTokens } from "../accounts/access-tokens/own-tokens.ts";
import { pruneApplications } from "../accounts/applications/own-applications.ts";
import { pruneDevices } from "../accounts/devices/devices.ts";
import { pruneSessions } from "../accounts/sessions.ts";
import { pruneIdempotencyKeys } from "../api/idempotency/finish-key.ts";
import { pruneWebhooks } from "../api/webhooks/delete-endpoints.ts";
import { deliverWebhooks } from "../api/webhooks/deliver.ts";
import { pruneAuditDetails } from "../core/audit-log/erase-details.ts";
import { sealAuditLog } from "../core/audit-log/seal.ts";
import type { Ctx } from "../core/context.ts";
import { CRONS, type CronName } from "../core/crons.ts";
import { finishDeletions } from "../customers/deletion/finish-deletion.ts";
import { sendSaleAlerts } from "../customers/sale-alerts/send-alerts.ts";
import { pruneUpdateRecipients } from "../customers/updates/account-hooks.ts";
import { deliverUpdates } from "../customers/updates/deliver-updates.ts";
import { refundNextWithdrawn } from "../customers/withdrawal/refund-withdrawn.ts";
import { pruneDownloadLog } from "../files/downloads/download-log.ts";
import { cleanupRenditions } from "../files/previews/delete-renditions.ts";
import { makeDuePreviews } from "../files/previews/make-share-previews.ts";
import { cleanupUploads } from "../files/uploads/cleanup-uploads.ts";
import { pruneHandles } from "../pages/storefront/creators/set-creator-page.ts";
import { pruneCheckouts } from "../payments/checkout-links/own-checkouts.ts";
import { closeUnclaimed, remindOfClaims } from "../payments/direct/list-claims.ts";
import { settleNextClaims } from "../payments/direct/settle-opened.ts";
import { refreshWaitingAccounts } from "../payments/payouts/card-payouts.ts";
import {
	reconcileNextPayouts,
	reconcileRecentPayouts,
} from "../payments/payouts/reconcile-payouts.ts";
import {
	pruneBuyers,
	pruneClaims,
	pruneLedger,
	prunePaymentAttempts,
} from "../payments/prune-payments.ts";
import { reconcileBooks } from "../payments/reconciliation/reconcile-books.ts";
import { pruneEvents, readMissedEvents } from "../payments/settlement/read-missed-events.ts";
import { reconcilePurchases } from "../payments/settlement/reconcile-purchases.ts";
import {
	deleteProviderCustomers,
	updateProviderCustomers,
} from "../payments/subscriptions/customers.ts";
import { reconcileSubscriptions } from "../payments/subscriptions/on-provider-event.ts";
import { runCachePurges } from "../platform/cache-purges.ts";
import { systemClock } from "../platform/clock.ts";
import { pruneFailedRequests } from "../platform/failed-requests.ts";
import { log, serializeError } from "../platform/log.ts";
import { pruneOutbox, sendDueMails } from "../platform/mail/outbox.ts";
import { countEvent } from "../platform/metrics.ts";
import { inScope } from "../platform/request-scope.ts";
import { pruneRateLimits } from "../platform/security/attempts.ts";
import { runPurges } from "../platform/storage/purge.ts";
import { pruneTokens } from "../platform/tokens/tokens.ts";
import { pruneSources, pruneViews } from "../purchases/views/record-view.ts";
import { scanQuarantined } from "../trust/scanning/scan-due.ts";
import { pruneMessages } from "../trust/support/own-requests.ts";
import { beginBackup, continueBackup } from "./backup/run-backup.ts";
import { cleanupObjects } from "./cleanup-objects.ts";
import { cleanupRows } from "./cleanup-rows.ts";
import { runNightlyCheck } from "./invariants/nightly-check.ts";
import {
	cronCursor,
	failedJobs,
	noteFailure,
	noteSuccess,
	saveCursor,
	stepwise,
} from "./job-cursor.ts";

type Job = (ctx: Ctx) => Promise<void>;

export const JOBS: Readonly<Record<CronName, Readonly<Record<string, Job>>>> = {
	mails: {
		deliverUpdates: stepwise("updates", deliverUpdates),
		sendSaleAlerts,
		sendDueMails,
		pruneOutbox,
		runCachePurges,
		sealAuditLog,
		scanQuarantined,
		deliverWebhooks,
		makeDuePreviews,
	},
	repairs: {
		readMissedEvents,
		reconcilePurchases,
		settleNextClaims: stepwise("claims", settleNextClaims),
		refreshWaitingAccounts,
		reconcileRecentPayouts,
		refundNextWithdrawn,
		finishDeletions,
		runPurges,
		deleteProviderCustomers,
		updateProviderCustomers,
	},
	cleanups: {
		cleanupUploads,
		cleanupObjects,
		cleanupRows,
		pruneSessions,
		pruneAccessTokens,
		pruneTokens,
		pruneApplications,
		pruneIdempotencyKeys,
		pruneDevices,
		pruneRateLimits,
		pruneEvents,
		pruneCheckouts,
		pruneDownloadLog,
		pruneViews,
		pruneSources,
		pruneHandles,
		pruneUpdateRecipients,
		pruneMessages,
		pruneClaims,
		pruneLedger,
		pruneAuditDetails,
		pruneFailedRequests,
		pruneWebhooks,
		remindOfClaims: stepwise("reminders", remindOfClaims),
		closeUnclaimed,
		prunePaymentAttempts,
		pruneBuyers: stepwise("buyers", pruneBuyers),
		reconcileNextPayouts: stepwise("payouts", reconcileNextPayouts),
		reconcileSubscriptions,
		cleanupRenditions: stepwise("orphaned-renditions", cleanupRenditions),
	},
	// The context's time is frozen, but a backup must know its real moment.
	backup: {
		continueBackup: async (ctx) => void (await continueBackup({ ...ctx, now: systemClock })),
	},
	nightly: {
		beginBackup,
		runNightlyCheck: (ctx) => runNightlyCheck(ctx),
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
