import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import {
	type LoggedAttempt,
	webhookEndpoints,
	webhookMessages,
} from "../../core/webhook-events/tables.ts";
import { systemClock } from "../../platform/clock.ts";
import { log, serializeError } from "../../platform/log.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { claim } from "../../platform/queue/claim.ts";
import { insisting } from "../../platform/retrying.ts";
import { bodyOf } from "./message-body.ts";
import { signedHeaders } from "./secrets.ts";
import { type Outcome, send } from "./send.ts";
import { switchOffStatements } from "./switch-off.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** ms after each attempt; after the last one, about three days later, a message is given up. */
export const WAITS_MS = [
	MINUTE,
	5 * MINUTE,
	30 * MINUTE,
	2 * HOUR,
	5 * HOUR,
	10 * HOUR,
	14 * HOUR,
	20 * HOUR,
	20 * HOUR,
];
export const MAX_ATTEMPTS = WAITS_MS.length + 1;
/** ms; a last attempt without a result is repeated */
const LAST_WAIT_MS = 10 * MINUTE;
/** of a message, the latest */
const LOGGED_ATTEMPTS = 20;
/** The platform's limit of connections that wait for an answer. */
const AT_ONCE = 6;
/** One slow endpoint must not take others' places. */
const AT_ONCE_EACH = 3;
const LOOKED_AT = 1000;
/** ms: no attempt begins later; work after a response ends after 30 s */
const FLUSH_MS = 12_000;
const CRON_MS = 45_000;

type Endpoint = typeof webhookEndpoints.$inferSelect;
type Message = typeof webhookMessages.$inferSelect;

/**
 * Endpoints with messages to send, now or later. The index is read endpoint by endpoint, so that numbers of
 * messages don't matter; each run begins elsewhere.
 */
function waitingEndpoints(ctx: Ctx, userId: string | null): SQL {
	if (userId !== null) return sql`select id from webhook_endpoints where user_id = ${userId}`;
	const start = ctx.id();
	const first = sql`select min(endpoint_id) from webhook_messages where due_at is not null`;
	return sql`select ids.id from (with recursive walk(id, is_rest) as (
		select (${first} and endpoint_id > ${start}), 0 union all select (${first}), 1
		union all
		select (${first} and endpoint_id > walk.id), is_rest from walk
			where walk.id is not null and (is_rest = 0 or walk.id <= ${start})
		limit ${LOOKED_AT}) select distinct id from walk where id is not null) ids`;
}

/**
 * Creators take turns, and so do a creator's endpoints, the least recently tried first. Further messages of a
 * creator fill the remaining places.
 */
function dueRows(ctx: Ctx, userId: string | null): SQL {
	const now = ctx.now();
	const due = (endpoint: string) => sql`webhook_messages.endpoint_id = ${sql.raw(endpoint)}
		and webhook_messages.due_at <= ${now} order by webhook_messages.due_at limit`;
	return sql`with due as (
		select endpoint.id, endpoint.user_id,
			max(coalesce(endpoint.last_success_at, 0), coalesce(endpoint.last_failure_at, 0)) as served,
			(select webhook_messages.due_at from webhook_messages
				where ${due("endpoint.id")} 1) as oldest
		from (${waitingEndpoints(ctx, userId)}) waiting
		cross join webhook_endpoints endpoint on endpoint.id = waiting.id
	), ranked as (
		select id, user_id, served, oldest,
			row_number() over (partition by user_id order by served, oldest) as turn
		from due where oldest is not null
	), chosen as (
		select * from ranked order by turn, served, oldest limit ${AT_ONCE}
	), messages as (
		select message.rowid as id, chosen.user_id, chosen.served, chosen.turn, message.due_at,
			row_number() over (partition by chosen.id order by message.due_at) as nth
		from chosen cross join webhook_messages message on message.rowid in
			(select webhook_messages.rowid from webhook_messages where ${due("chosen.id")} ${AT_ONCE_EACH})
	), placed as (
		select id, served, due_at,
			row_number() over (partition by user_id order by nth, turn) as place
		from messages
	) select id from placed order by place, served, due_at limit ${AT_ONCE}`;
}

export async function endpointsOf(
	ctx: Ctx,
	messages: readonly Message[],
): Promise<Map<string, Endpoint & { url: string }>> {
	const ids = JSON.stringify([...new Set(messages.map(({ endpointId }) => endpointId))]);
	const rows = await ctx.db
		.select()
		.from(webhookEndpoints)
		.where(inArray(webhookEndpoints.id, sql`(select value from json_each(${ids}))`));
	return new Map(
		rows.flatMap((row) => (row.url === null ? [] : [[row.id, { ...row, url: row.url }]])),
	);
}

/** Repeating it changes nothing. */
function withAttempt(attempt: LoggedAttempt): SQL {
	const { attemptLog } = webhookMessages;
	const added = sql`json_insert(${attemptLog}, '$[#]', json(${JSON.stringify(attempt)}))`;
	return sql`iif(instr(${attemptLog}, ${attempt.id}), ${attemptLog},
		json_remove(${added}, iif(json_array_length(${attemptLog}) < ${LOGGED_ATTEMPTS}, '$[#]', '$[0]')))`;
}

function successStatements(ctx: Ctx, message: Message, attemptLog: SQL) {
	const now = ctx.now();
	return [
		ctx.db
			.update(webhookMessages)
			.set({
				attemptLog,
				deliveredAt: sql`coalesce(${webhookMessages.deliveredAt}, ${now})`,
				failedAt: null,
				dueAt: null,
			})
			.where(eq(webhookMessages.id, message.id)),
		ctx.db
			.update(webhookEndpoints)
			.set({ lastSuccessAt: now })
			.where(eq(webhookEndpoints.id, message.endpointId)),
	] as const;
}

/** If nothing responds in time, the endpoint's other messages wait a minute too, without losing an attempt. */
function failureStatements(
	ctx: Ctx,
	{ message, isLast, isGone, outcome }: Attempt & { isLast: boolean; isGone: boolean },
	attemptLog: SQL,
) {
	const now = ctx.now();
	// A response that begins but never ends takes as long as none.
	const isAway = outcome.status === null || outcome.failure === "timeout";
	return [
		ctx.db
			.update(webhookMessages)
			.set({
				attemptLog,
				...((isLast || isGone) && {
					failedAt: sql`iif(${webhookMessages.deliveredAt} is null, ${now}, ${webhookMessages.failedAt})`,
					dueAt: sql`iif(${webhookMessages.deliveredAt} is null, null, ${webhookMessages.dueAt})`,
				}),
			})
			.where(eq(webhookMessages.id, message.id)),
		...(isAway
			? [
					ctx.db
						.update(webhookMessages)
						.set({ dueAt: now + MINUTE })
						.where(
							and(
								eq(webhookMessages.endpointId, message.endpointId),
								isNotNull(webhookMessages.dueAt),
								sql`${webhookMessages.dueAt} <= ${now}`,
							),
						),
				]
			: []),
		ctx.db
			.update(webhookEndpoints)
			.set({ lastFailureAt: now })
			.where(eq(webhookEndpoints.id, message.endpointId)),
	] as const;
}

type Attempt = { message: Message; endpoint: Endpoint & { url: string }; outcome: Outcome };

/**
 * A last failure gives the message up, and disables the endpoint if it has accepted nothing since the message was
 * written.
 */
export async function attemptMessage(
	ctx: Ctx,
	{ message, endpoint }: Omit<Attempt, "outcome">,
	isLast: boolean,
): Promise<void> {
	const body = bodyOf(message);
	const at = new Date(ctx.now()).toISOString();
	const signed = await signedHeaders(ctx, endpoint, { id: message.id, body });
	const requestHeaders = {
		"content-type": "application/json",
		"user-agent": `${ctx.config.APP_NAME.replace(/[^\w-]+/g, "-")}-Webhooks/1.0 (+${ctx.config.APP_ORIGIN})`,
		...signed,
	};
	const outcome = await send(ctx, { url: endpoint.url, headers: requestHeaders, body });
	const { status, failure, response, durationMs: duration } = outcome;
	const attempt = { id: ctx.id(), at, duration, status, failure, requestHeaders, response };
	const attemptLog = withAttempt(attempt);
	if (failure === null) {
		// Without this note the message would be sent again.
		await insisting(() => ctx.db.batch([...successStatements(ctx, message, attemptLog)]));
		return;
	}
	const isGone = status === 410;
	// Also queues the mail about it.
	const off = isGone
		? await switchOffStatements(ctx, endpoint, "gone")
		: isLast
			? await switchOffStatements(ctx, endpoint, "failing", message.createdAt)
			: [];
	await insisting(() =>
		ctx.db.batch([
			...failureStatements(ctx, { message, endpoint, outcome, isLast, isGone }, attemptLog),
			...off,
		]),
	);
	if (off.length > 0) flushOutbox(ctx);
}

/** A message whose attempt could not be recorded becomes due again. */
async function attemptClaimed(ctx: Ctx, message: Message, endpoint: Attempt["endpoint"]) {
	try {
		await attemptMessage(ctx, { message, endpoint }, message.attempts >= MAX_ATTEMPTS);
	} catch (error) {
		log("warn", "webhook.not_recorded", { message: message.id, ...serializeError(error) });
	}
}

/** Delivers to all creators if `userId` is null. */
async function deliver(ctx: Ctx, userId: string | null, runMs: number): Promise<void> {
	const end = systemClock() + runMs;
	while (systemClock() < end) {
		const messages = await claim(ctx, webhookMessages, {
			due: dueRows(ctx, userId),
			waits: [...WAITS_MS, LAST_WAIT_MS],
		});
		if (messages.length === 0) return;
		const endpoints = await endpointsOf(ctx, messages);
		await Promise.all(
			messages.map((message) => {
				const endpoint = endpoints.get(message.endpointId);
				return endpoint && attemptClaimed(ctx, message, endpoint);
			}),
		);
	}
}

/** Runs each minute, for messages that requests haven't sent. */
export function deliverWebhooks(ctx: Ctx): Promise<void> {
	return deliver(ctx, null, CRON_MS);
}

/** The cron retries failures. */
export function flushWebhooks(ctx: Ctx): void {
	for (const userId of ctx.changes.toDeliver) {
		ctx.changes.toDeliver.delete(userId);
		ctx.inBackground(() =>
			deliver(ctx, userId, FLUSH_MS).catch((error) =>
				log("error", "webhook.flush_failed", serializeError(error)),
			),
		);
	}
}
