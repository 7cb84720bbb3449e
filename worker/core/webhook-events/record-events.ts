import { Column, is, SQL, sql } from "drizzle-orm";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import type { Ctx } from "../context.ts";
import { creatorEvents } from "./tables.ts";

/**
 * Columns and expressions are read when the batch runs, so that an event's subject is recorded as it was then; the
 * rest are values. `bodyOf` presents recorded rows (`api/webhooks/message-body.ts`).
 */
type EventData = { readonly [name: string]: unknown };

/** Values, or expressions over the rows of `from`. */
type Event = {
	type: string | SQL;
	/** names the effect, so that it is announced once */
	key: string | SQL;
	data: SQL | EventData;
	/** the text after `from`; one row without it */
	from?: SQL;
	/** true if the effect happens at this point of the batch */
	when: SQL;
	/** the key of an event that must precede this one */
	after?: SQL;
	/** the time (ms) before which it isn't sent */
	notBefore?: SQL;
};

const isRead = (value: unknown): boolean =>
	is(value, SQL) ||
	is(value, Column) ||
	(typeof value === "object" && value !== null && Object.values(value).some(isRead));

/** JSON of what is recorded. D1 gives a function 32 arguments: 16 names at each level. */
export function jsonOf(data: unknown): SQL {
	if (is(data, SQL)) return data;
	if (is(data, Column))
		return data.dataType === "boolean"
			? sql`json(iif(${data}, 'true', 'false'))`
			: data.dataType === "json"
				? sql`json(${data})`
				: sql`${data}`;
	if (!isRead(data)) return sql`json(${JSON.stringify(data)})`;
	const parts = Object.entries(data as EventData).map(
		([name, value]) => sql`${sql.raw(`'${name}'`)}, ${jsonOf(value)}`,
	);
	return sql`json_object(${sql.join(parts, sql`, `)})`;
}

const selectOf = ({ type, key, data, from, when, after, notBefore }: Event): SQL =>
	sql`select ${type} as type, ${key} as key, ${jsonOf(data)} as data,
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
