import type { CreatorCtx, Ctx } from "../context.ts";
import type { StorageLimits } from "../contract/plans.ts";

/** What each plan may keep in the store, in bytes, as this installation has set it. */
export function storageLimits({ config }: Pick<Ctx, "config">): StorageLimits {
	return {
		unverified: config.STORAGE_UNVERIFIED_GB,
		free: config.STORAGE_FREE_GB,
		pro: config.STORAGE_PRO_GB,
	};
}

/** The bytes this creator may keep: the plan's, and on any plan less until the address is confirmed. */
export function storageQuota(ctx: CreatorCtx): number {
	const limits = storageLimits(ctx);
	const byPlan = limits[ctx.user.plan];
	return ctx.user.emailVerified ? byPlan : Math.min(byPlan, limits.unverified);
}
