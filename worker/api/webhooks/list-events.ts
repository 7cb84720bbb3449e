import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type * as z from "zod";
import type { CreatorCtx } from "../../core/context.ts";
import { creatorEvents } from "../../core/webhook-events/tables.ts";
import type { CreatorEvent, EventPage, eventsQuery } from "./contract/webhooks.ts";
import { bodyOf } from "./message-body.ts";

const PAGE_ROWS = 50;
/** maximum difference between two machines' clocks, in ms */
const CLOCKS_MS = 5_000;
/** ms; younger events may still change or be withdrawn */
const YOUNG_MS = 5 * 60_000;

/**
 * In the order of commits, so that a program that continues after the last event it has read gets each once: later
 * commits have higher numbers (`creatorEvents.seq`), and a page ends before the first event that may still change,
 * such as a sale whose buyer has a minute to give an address. Replicas may lag.
 */
export async function listEvents(
	ctx: CreatorCtx,
	{ after = "0", limit = PAGE_ROWS, type }: z.output<typeof eventsQuery>,
): Promise<EventPage> {
	const now = ctx.now();
	const firstUnsettled = sql`(select min(unsettled.seq) from creator_events unsettled
		where unsettled.user_id = ${ctx.user.id} and unsettled.seq > ${now - YOUNG_MS}
		and unsettled.not_before > ${now - CLOCKS_MS})`;
	const rows = await ctx.db
		.select()
		.from(creatorEvents)
		.where(
			and(
				eq(creatorEvents.userId, ctx.user.id),
				gt(creatorEvents.seq, Number(after)),
				sql`${creatorEvents.seq} < coalesce(${firstUnsettled}, ${Number.MAX_SAFE_INTEGER})`,
				type && inArray(creatorEvents.type, type),
			),
		)
		.orderBy(asc(creatorEvents.seq))
		.limit(limit + 1);
	const events = rows
		.slice(0, limit)
		// `bodyOf` wrote it.
		.map((row) => ({ id: String(row.seq), ...JSON.parse(bodyOf(row)) }) as CreatorEvent);
	return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
}
