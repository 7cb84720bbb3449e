import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { systemClock } from "../platform/clock.ts";
import { log, serializeError } from "../platform/log.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { insisting } from "../platform/retrying.ts";
import { webhookAttempts, webhookEndpoints, webhookMessages } from "../webhook-events/tables.ts";
import { bodyOf } from "./message-body.ts";
import { signedHeaders } from "./secrets.ts";
import { type Outcome, send } from "./send.ts";
import { switchOffStatements } from "./switch-off.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The wait after each attempt, in ms; after the last one, a message is given up. Together about three days. */
export const WAITS_MS = [
	...[MINUTE, 5 * MINUTE, 30 * MINUTE],
	...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 20 * HOUR],
];
export const MAX_ATTEMPTS = WAITS_MS.length + 1;
/** A last attempt that does not report back is repeated after this time, in ms. */
const LAST_WAIT_MS = 10 * MINUTE;
/** Six connections may wait for an answer at a time. */
const AT_ONCE = 6;
/** So that one slow endpoint does not take the places of others. */
const AT_ONCE_EACH = 3;
/** Of the next messages that are due, those are chosen. */
const LOOKED_AT = 200;
/** How long a run begins attempts; work after a response ends 30 s after it. ms */
const FLUSH_MS = 12_000;
const CRON_MS = 45_000;

type Endpoint = typeof webhookEndpoints.$inferSelect;
type Message = typeof webhookMessages.$inferSelect;

/** The ids of due messages: of one creator, or the next of all. */
function dueIds(now: number, userId: string | null): SQL {
	const due =
		userId === null
			? sql`select id, endpoint_id, next_attempt_at from webhook_messages
				where next_attempt_at <= ${now} order by next_attempt_at limit ${LOOKED_AT}`
			: sql`select message.id, message.endpoint_id, message.next_attempt_at
				from webhook_endpoints endpoint cross join webhook_messages message
				on message.endpoint_id = endpoint.id and message.next_attempt_at <= ${now}
				where endpoint.user_id = ${userId} order by message.next_attempt_at limit ${LOOKED_AT}`;
	return sql`(select id from (select id, row_number() over
		(partition by endpoint_id order by next_attempt_at) as nth from (${due}))
		where nth <= ${AT_ONCE_EACH} limit ${AT_ONCE})`;
}

/**
 * Claims due messages in one statement, which also sets the next attempt: of two runs at the same time one
 * gets each, and if a run dies, its messages become due again.
 */
function takeDue(ctx: Ctx, userId: string | null) {
	const now = ctx.now();
	const waits = JSON.stringify([...WAITS_MS, LAST_WAIT_MS]);
	return ctx.db
		.update(webhookMessages)
		.set({
			attempts: sql`${webhookMessages.attempts} + 1`,
			nextAttemptAt: sql`${now} + json_extract(${waits},
				'$[' || min(${webhookMessages.attempts}, ${sql.raw(String(WAITS_MS.length))}) || ']')`,
		})
		.where(inArray(webhookMessages.id, dueIds(now, userId)))
		.returning();
}

/** Returns the endpoints of messages that have an address, by id. */
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

/** Statements for a success: the message is sent no more. */
function successStatements(ctx: Ctx, message: Message) {
	const now = ctx.now();
	return [
		ctx.db
			.update(webhookMessages)
			.set({
				deliveredAt: sql`coalesce(${webhookMessages.deliveredAt}, ${now})`,
				...{ failedAt: null, nextAttemptAt: null },
			})
			.where(eq(webhookMessages.id, message.id)),
		ctx.db
			.update(webhookEndpoints)
			.set({ lastSuccessAt: now })
			.where(eq(webhookEndpoints.id, message.endpointId)),
	] as const;
}

/**
 * Statements for a failure. Where nothing answers, the endpoint's other messages wait a minute too; they
 * lose no attempt by it.
 */
function failureStatements(
	ctx: Ctx,
	{ message, isLast, isGone, outcome }: Attempt & { isLast: boolean; isGone: boolean },
) {
	const now = ctx.now();
	const isAway = outcome.status === null;
	return [
		...(isLast || isGone
			? [
					ctx.db
						.update(webhookMessages)
						.set({ failedAt: now, nextAttemptAt: null })
						.where(and(eq(webhookMessages.id, message.id), isNull(webhookMessages.deliveredAt))),
				]
			: []),
		...(isAway
			? [
					ctx.db
						.update(webhookMessages)
						.set({ nextAttemptAt: now + MINUTE })
						.where(
							and(
								eq(webhookMessages.endpointId, message.endpointId),
								isNotNull(webhookMessages.nextAttemptAt),
								sql`${webhookMessages.nextAttemptAt} <= ${now}`,
							),
						),
				]
			: []),
		ctx.db
			.update(webhookEndpoints)
			.set({ lastFailureAt: now })
			.where(eq(webhookEndpoints.id, message.endpointId)),
	];
}

type Attempt = { message: Message; endpoint: Endpoint & { url: string }; outcome: Outcome };

/**
 * Sends a message once and records what came of it. `isLast`: with a failure, the message is given up, and
 * the endpoint is switched off if it has accepted nothing since the message was written.
 */
export async function attemptMessage(
	ctx: Ctx,
	{ message, endpoint }: Omit<Attempt, "outcome">,
	isLast: boolean,
): Promise<void> {
	const body = bodyOf(message);
	const at = ctx.now();
	const signed = await signedHeaders(ctx, endpoint, { id: message.id, body });
	const requestHeaders = {
		"content-type": "application/json",
		"user-agent": `${ctx.config.APP_NAME.replace(/[^\w-]+/g, "-")}-Webhooks/1.0 (+${ctx.config.APP_ORIGIN})`,
		...signed,
	};
	const outcome = await send(ctx, { url: endpoint.url, headers: requestHeaders, body });
	const { status, failure, response, durationMs } = outcome;
	const record = ctx.db
		.insert(webhookAttempts)
		.values({
			...{ id: ctx.id(), messageId: message.id, at, durationMs, status, failure, response },
			requestHeaders,
		})
		.onConflictDoNothing();
	if (failure === null) {
		// Without this note the message would be sent again.
		await insisting(() => ctx.db.batch([record, ...successStatements(ctx, message)]));
		return;
	}
	const isGone = status === 410;
	// A mail about an endpoint that is off goes out with the batch that switches it off.
	const off = isGone
		? await switchOffStatements(ctx, endpoint, "gone")
		: isLast
			? await switchOffStatements(ctx, endpoint, "failing", message.createdAt)
			: [];
	await insisting(() =>
		ctx.db.batch([
			record,
			...off,
			...failureStatements(ctx, { message, endpoint, outcome, isLast, isGone }),
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

/** Sends due messages, of one creator or of all, for as long as the run may last. */
async function deliver(ctx: Ctx, userId: string | null, runMs: number): Promise<void> {
	const end = systemClock() + runMs;
	while (systemClock() < end) {
		const messages = await takeDue(ctx, userId);
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

/** Sends what is due; each minute, for what no request has sent. */
export function deliverWebhooks(ctx: Ctx): Promise<void> {
	return deliver(ctx, null, CRON_MS);
}

/** Sends right after the response what was written with it; the cron repeats what fails. */
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
