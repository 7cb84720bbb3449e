import { and, lt, ne, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { DAY_MS, RETENTION } from "../contract/retention.ts";
import { shareViews } from "./tables.ts";

/** Replaces the hashes that identify viewers by random values once their day is over; the counts stay. */
export async function pruneViews(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.viewDays * DAY_MS;
	await ctx.db
		.update(shareViews)
		.set({ network: "", viewer: sql`lower(hex(randomblob(12)))` })
		.where(and(lt(shareViews.at, before), ne(shareViews.network, "")));
}
