import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type * as z from "zod";
import type { CreatorCtx } from "../../core/context.ts";
import {
	type LoggedAttempt,
	webhookEndpoints,
	webhookMessages,
} from "../../core/webhook-events/tables.ts";
import { failure } from "../../platform/errors.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import {
	LISTENER_PAGE,
	type ListenerMessage,
	type ListenerMessages,
	type listenerResultsInput,
	MAX_LISTENERS,
	type NewWebhookListener,
	type newListenerInput,
} from "./contract/webhooks.ts";
import { bodyOf } from "./message-body.ts";
import { newSecret, signedHeaders } from "./secrets.ts";
import { keptText } from "./send.ts";

/** ms; a listener that doesn't poll ends */
const LIFE_MS = 10 * 60_000;

const isOwn = (ctx: CreatorCtx, id: string) =>
	and(
		eq(webhookEndpoints.id, id),
		eq(webhookEndpoints.userId, ctx.user.id),
		gt(webhookEndpoints.expiresAt, ctx.now()),
	);

const notFound = () => failure("not_found", { reason: "webhook.listener_not_found" });

/** For a command line, which polls for events and needs no public address. Throws `webhook.too_many_listeners`. */
export async function createListener(
	ctx: CreatorCtx,
	{ events }: z.output<typeof newListenerInput>,
): Promise<NewWebhookListener> {
	const now = ctx.now();
	const id = ctx.id();
	const { secret, stored } = await newSecret(ctx, id);
	const expiresAt = now + LIFE_MS;
	const [added] = await insertWhen(
		ctx.db,
		webhookEndpoints,
		{ id, userId: ctx.user.id, url: null, events, secret: stored, createdAt: now, expiresAt },
		sql`(select count(*) from webhook_endpoints where user_id = ${ctx.user.id}
			and expires_at > ${now}) < ${MAX_LISTENERS}`,
	).returning({ id: webhookEndpoints.id });
	if (!added) throw failure("webhook.too_many_listeners");
	return { id, secret, expiresAt: new Date(expiresAt).toISOString() };
}

/** Oldest first, signed now; extends the listener's life. Throws `not_found`. */
export async function pollListener(ctx: CreatorCtx, id: string): Promise<ListenerMessages> {
	const now = ctx.now();
	const [[listener], rows] = await ctx.db.batch([
		ctx.db
			.update(webhookEndpoints)
			.set({ expiresAt: now + LIFE_MS })
			.where(isOwn(ctx, id))
			.returning(),
		ctx.db
			.select()
			.from(webhookMessages)
			.where(
				and(eq(webhookMessages.endpointId, id), sql`delivered_at is null and failed_at is null`),
			)
			.orderBy(asc(webhookMessages.createdAt))
			.limit(LISTENER_PAGE),
	]);
	if (!listener) throw notFound();
	const messages = await Promise.all(
		rows.map(async (row): Promise<ListenerMessage> => {
			const body = bodyOf(row);
			const headers = await signedHeaders(ctx, listener, { id: row.id, body });
			const createdAt = new Date(row.createdAt).toISOString();
			return { id: row.id, type: row.type, createdAt, headers, body };
		}),
	);
	return { messages };
}

/** Records the local receiver's responses; the messages are done in any case. Throws `not_found`. */
export async function recordResults(
	ctx: CreatorCtx,
	id: string,
	{ results }: z.output<typeof listenerResultsInput>,
): Promise<void> {
	const now = ctx.now();
	const [listener] = await ctx.db
		.select({ id: webhookEndpoints.id })
		.from(webhookEndpoints)
		.where(isOwn(ctx, id));
	if (!listener) throw notFound();
	const attempts = results.map(
		({ id: message, status, response }): LoggedAttempt & { message: string } => ({
			message,
			id: ctx.id(),
			at: new Date(now).toISOString(),
			duration: 0,
			status,
			failure: status === null ? "unreachable" : status >= 200 && status < 300 ? null : "status",
			requestHeaders: { "webhook-id": message },
			response: keptText(new TextEncoder().encode(response)),
		}),
	);
	const lines = JSON.stringify(attempts);
	const own = sql`(select value from json_each(${lines}) where value ->> 'message' = webhook_messages.id)`;
	const failed = sql`${own} ->> 'failure' is not null`;
	await ctx.db
		.update(webhookMessages)
		.set({
			attempts: 1,
			attemptLog: sql`json_array(json_remove(${own}, '$.message'))`,
			deliveredAt: sql`iif(${failed}, null, ${now})`,
			failedAt: sql`iif(${failed}, ${now}, null)`,
		})
		.where(
			and(
				sql`${webhookMessages.id} in (select value ->> 'message' from json_each(${lines}))`,
				eq(webhookMessages.endpointId, id),
				isNull(webhookMessages.deliveredAt),
				isNull(webhookMessages.failedAt),
			),
		);
}

/** Keeps the log for a day. Throws `not_found`. */
export async function deleteListener(ctx: CreatorCtx, id: string): Promise<void> {
	const ended = await ctx.db
		.update(webhookEndpoints)
		.set({ expiresAt: ctx.now() })
		.where(isOwn(ctx, id))
		.returning({ id: webhookEndpoints.id });
	if (ended.length === 0) throw notFound();
}
