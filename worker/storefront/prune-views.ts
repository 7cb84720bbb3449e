import { lt, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { DAY_MS, RETENTION } from "../contract/retention.ts";
import { inSteps, nextOf } from "../platform/storage/in-steps.ts";
import { shareViews } from "./tables.ts";

/** Replaces the hashes that identify viewers by random values once their day is over; the counts stay. */
export async function pruneViews(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.viewDays * DAY_MS;
	const fresh = nextOf(shareViews, sql`network <> '' and ${lt(shareViews.at, before)}`);
	await inSteps(async () => {
		const pruned = await ctx.db
			.update(shareViews)
			.set({ network: "", viewer: sql`lower(hex(randomblob(12)))` })
			.where(fresh)
			.returning({ one: sql`1` });
		return pruned.length;
	});
}
