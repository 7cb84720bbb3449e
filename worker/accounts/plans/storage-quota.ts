import type { StorageLimits } from "../../contract/accounts/plans.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";

/** In bytes. */
export function storageLimits({ config }: Pick<Ctx, "config">): StorageLimits {
	return {
		unverified: config.STORAGE_UNVERIFIED_GB,
		free: config.STORAGE_FREE_GB,
		pro: config.STORAGE_PRO_GB,
	};
}

/** In bytes; reduced until the address is confirmed. */
export function storageQuota(ctx: CreatorCtx): number {
	const limits = storageLimits(ctx);
	const byPlan = limits[ctx.user.plan];
	return ctx.user.emailVerified ? byPlan : Math.min(byPlan, limits.unverified);
}
