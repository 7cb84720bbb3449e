import { lt, sql } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { deleteInSteps, inSteps, nextOf } from "../../platform/storage/in-steps.ts";
import { purchases } from "../entitlements/tables.ts";
import { shareViews } from "./tables.ts";

/** Deletes what distinguishes viewers; the counts stay. */
export async function pruneViews(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.viewDays * DAY_MS;
	await deleteInSteps(ctx, shareViews, lt(shareViews.at, before));
}

/** No figures of that time are shown any more. */
export async function pruneSources(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.sourceDays * DAY_MS;
	const old = nextOf(purchases, sql`source is not null and ${lt(purchases.createdAt, before)}`);
	await inSteps(async () => {
		const cleared = await ctx.db
			.update(purchases)
			.set({ source: null })
			.where(old)
			.returning({ one: sql`1` });
		return cleared.length;
	});
}
