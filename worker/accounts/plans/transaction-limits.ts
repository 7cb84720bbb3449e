import type { TransactionLimits } from "../../contract/accounts/accounts.ts";
import { PLANS } from "../../contract/accounts/plans.ts";
import { UNLIMITED } from "../../contract/constants.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { nextMonth } from "./months.ts";
import { storageQuota } from "./storage-quota.ts";
import { quotaOf } from "./upload-slots.ts";

/** Counts unfinished uploads. */
export async function transactionLimits(ctx: CreatorCtx): Promise<TransactionLimits> {
	const now = ctx.now();
	const plan = PLANS[ctx.user.plan];
	const limit = plan.uploadsPerMonth;
	const quota = quotaOf(ctx, ctx.user.id);
	const [used, stored] = await Promise.all([
		quota.used(ctx.user.id, now),
		quota.stored(ctx.user.id, now),
	]);
	return {
		// After a downgrade more may be used than the plan allows.
		remaining: limit < 0 ? UNLIMITED : Math.max(0, limit - used),
		limit,
		used,
		resetsAt: new Date(nextMonth(now)).toISOString(),
		plan: plan.id,
		storage: { used: stored, limit: storageQuota(ctx) },
	};
}
