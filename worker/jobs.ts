import { sweepMailTokens } from "./accounts/mail-tokens.ts";
import { sweepSessions } from "./accounts/sessions.ts";
import type { Ctx } from "./context.ts";
import { tidyDownloads } from "./downloads/tidy-downloads.ts";
import { checkByNight } from "./maintenance/invariants/check-by-night.ts";
import { sweepObjects } from "./maintenance/sweep-objects.ts";
import { sweepRows } from "./maintenance/sweep-rows.ts";
import { tidyAttempts } from "./payments/checkout/tidy-attempts.ts";
import { finishDeletions } from "./payments/deletion/finish-deletion.ts";
import { closeUnclaimed, remindOfClaims } from "./payments/direct/list-claims.ts";
import { settleOpenedClaims } from "./payments/direct/settle-opened.ts";
import { tidyBooks, tidyClaims, tidyPurchaseCodes } from "./payments/ledger/tidy-books.ts";
import { refreshWaitingAccounts } from "./payments/payouts/card-payouts.ts";
import { moveAllMoney, moveRecentMoney } from "./payments/payouts/move-money.ts";
import { readMissedEvents, tidyEvents } from "./payments/settlement/read-missed-events.ts";
import { reconcilePurchases } from "./payments/settlement/reconcile-purchases.ts";
import { errorFacts, log } from "./platform/log.ts";
import { sendDueMails, tidyOutbox } from "./platform/mail/outbox.ts";
import { sweepAttempts } from "./platform/security/attempts.ts";
import { runPurges } from "./platform/storage/purge.ts";
import { sweepRenditions } from "./previews/drop-renditions.ts";
import { makeDuePreviews } from "./previews/make-due-previews.ts";
import { tidyViews } from "./storefront/tidy-views.ts";
import { forgetCustomers } from "./subscriptions/forget-customer.ts";
import { reconcileSubscriptions } from "./subscriptions/on-provider-event.ts";
import { tidyMessages } from "./support/tidy-messages.ts";
import { sweepUploads } from "./uploads/sweep-uploads.ts";

type Job = (ctx: Ctx) => Promise<void>;

/** What runs when; the expressions stand in wrangler.toml too. */
const JOBS: Readonly<Record<string, Readonly<Record<string, Job>>>> = {
	"* * * * *": { sendDueMails, tidyOutbox },
	"*/5 * * * *": {
		readMissedEvents,
		reconcilePurchases,
		settleOpenedClaims,
		refreshWaitingAccounts,
		moveRecentMoney,
		finishDeletions,
		runPurges,
		forgetCustomers,
		makeDuePreviews,
	},
	"17 * * * *": {
		sweepUploads,
		sweepObjects,
		sweepRows,
		sweepSessions,
		sweepMailTokens,
		sweepAttempts,
		tidyEvents,
		tidyDownloads,
		tidyViews,
		tidyMessages,
		tidyPurchaseCodes,
		tidyClaims,
		tidyBooks,
		remindOfClaims,
		closeUnclaimed,
		tidyAttempts,
		moveAllMoney,
		reconcileSubscriptions,
		sweepRenditions,
	},
	"43 3 * * *": { checkByNight: (ctx) => checkByNight(ctx) },
};

/** Runs every job of a cron expression; one that fails keeps none of the others from running. */
export async function runJobs(ctx: Ctx, cron: string): Promise<void> {
	for (const [name, job] of Object.entries(JOBS[cron] ?? {})) {
		try {
			await job(ctx);
		} catch (error) {
			log("error", "job.failed", { job: name, ...errorFacts(error) });
		}
	}
}
