import { is, SQL, sql } from "drizzle-orm";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import type { Ctx } from "../context.ts";
import { creatorEvents } from "./tables.ts";

/** Values, or expressions over the rows of `from`. */
type Event = {
	type: string | SQL;
	/** names the effect, so that it is announced once */
	key: string | SQL;
	data: SQL | Readonly<Record<string, unknown>>;
	/** the text after `from`; one row without it */
	from?: SQL;
	/** true if the effect happens at this point of the batch */
	when: SQL;
	/** the key of an event that must precede this one */
	after?: SQL;
	/** the time (ms) before which it isn't sent */
	notBefore?: SQL;
};

const selectOf = ({ type, key, data, from, when, after, notBefore }: Event): SQL =>
	sql`select ${type} as type, ${key} as key, ${is(data, SQL) ? data : JSON.stringify(data)} as data,
		${after ?? sql`null`} as after_key, ${notBefore ?? sql`0`} as not_before${
			from ? sql` from ${from}` : sql``
		} where ${when}`;

/**
 * Must be in the batch of the effect. A trigger writes a message for every endpoint that wants the event;
 * `flushWebhooks` sends them after the response.
 */
export function recordEvents(ctx: Ctx, userId: string, ...events: readonly Event[]) {
	ctx.changes.toDeliver.add(userId);
	const now = ctx.now();
	const happened = sql.join(events.map(selectOf), sql` union all `);
	return insertWhen(
		ctx.db,
		creatorEvents,
		{
			userId: sql`owner.id`,
			seq: sql`max(${now}, 1 + coalesce((select max(seq) from creator_events where user_id = ${userId}), 0))
				+ row_number() over () - 1`,
			eventKey: sql`event.key`,
			type: sql`event.type`,
			data: sql`event.data`,
			afterKey: sql`event.after_key`,
			notBefore: sql`event.not_before`,
			createdAt: now,
		},
		sql`owner.id = ${userId} and owner.deleted_at is null
			and (event.after_key is null or exists (select 1 from creator_events earlier
				where earlier.user_id = ${userId} and earlier.event_key = event.after_key))`,
		sql`users owner cross join (${happened}) event`,
	).onConflictDoNothing();
}

/** Formats cents as a decimal string, like `priceOf`. */
export const moneySql = (cents: SQL): SQL =>
	sql`printf('%s%d.%02d', case when ${cents} < 0 then '-' else '' end, abs(${cents}) / 100, abs(${cents}) % 100)`;

/** ISO string of a time in ms; null for null. */
export const isoSql = (ms: SQL): SQL =>
	sql`strftime('%Y-%m-%dT%H:%M:%S', ${ms} / 1000, 'unixepoch') || printf('.%03dZ', ${ms} % 1000)`;
