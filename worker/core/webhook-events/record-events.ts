import { is, SQL, sql } from "drizzle-orm";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import type { Ctx } from "../context.ts";
import { webhookMessages } from "./tables.ts";

/** An event; its parts are values, or expressions over the rows of `from`. */
type Event = {
	type: string | SQL;
	/** names the effect, so that it is announced once */
	key: string | SQL;
	/** an object as it is sent, or an expression for its JSON */
	data: SQL | Readonly<Record<string, unknown>>;
	/** what stands after `from`; without it, the event is one row */
	from?: SQL;
	/** that the effect happens in this batch, at this place of it */
	when: SQL;
	/** an expression for the key of an event that the endpoint must have got before; null for none */
	after?: SQL;
	/** an expression for the time (ms) before which it is not sent */
	notBefore?: SQL;
};

const selectOf = ({ type, key, data, from, when, after, notBefore }: Event): SQL =>
	sql`select ${type} as type, ${key} as key, ${is(data, SQL) ? data : JSON.stringify(data)} as data,
		${after ?? sql`null`} as after_key, ${notBefore ?? sql`0`} as not_before${
			from ? sql` from ${from}` : sql``
		} where ${when}`;

/**
 * Returns the statement that writes one message for each of these events and each of the creator's
 * endpoints that wants it. It belongs into the batch of the effect: `when` says, at the statement's place
 * in it, that the effect happens there. A creator without an endpoint gets no row. The messages are sent
 * after the response; see `flushWebhooks`.
 */
export function recordEvents(ctx: Ctx, userId: string, ...events: readonly Event[]) {
	ctx.changes.toDeliver.add(userId);
	const now = ctx.now();
	const happened = sql.join(events.map(selectOf), sql` union all `);
	return insertWhen(
		ctx.db,
		webhookMessages,
		{
			id: sql`'msg_' || lower(hex(randomblob(16)))`,
			endpointId: sql`endpoint.id`,
			eventKey: sql`event.key`,
			type: sql`event.type`,
			data: sql`event.data`,
			createdAt: now,
			attempts: 0,
			// While an endpoint is off, its messages wait until it is on again.
			nextAttemptAt: sql`case when endpoint.url is not null and endpoint.off_reason is null
				then max(${now}, event.not_before) end`,
		},
		sql`endpoint.user_id = ${userId}
			and (endpoint.expires_at is null or endpoint.expires_at > ${now})
			and exists (select 1 from json_each(endpoint.events) wanted
				where wanted.value in ('*', event.type))
			and (event.after_key is null or exists (select 1 from webhook_messages earlier
				where earlier.endpoint_id = endpoint.id and earlier.event_key = event.after_key))`,
		// The endpoints first: without one, nothing else is read.
		sql`webhook_endpoints endpoint cross join (${happened}) event`,
	).onConflictDoNothing();
}

/** An expression for cents as a decimal string, the format of money in the API. */
export const moneySql = (cents: SQL): SQL =>
	sql`printf('%s%d.%02d', case when ${cents} < 0 then '-' else '' end, abs(${cents}) / 100, abs(${cents}) % 100)`;

/** An expression for a time in ms as an ISO string; null for null. */
export const isoSql = (ms: SQL): SQL =>
	sql`strftime('%Y-%m-%dT%H:%M:%S', ${ms} / 1000, 'unixepoch') || printf('.%03dZ', ${ms} % 1000)`;
