import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { CreatorCtx } from "../../core/context.ts";
import { webhookEndpoints, webhookMessages } from "../../core/webhook-events/tables.ts";
import { failure } from "../../platform/errors.ts";
import {
	type MessageState,
	type messagesQuery,
	TEST_EVENT,
	type WebhookMessage,
	type WebhookMessagePage,
} from "./contract/webhooks.ts";
import { attemptMessage, endpointsOf } from "./deliver.ts";
import { bodyOf } from "./message-body.ts";
import { fetchOwnEndpoint } from "./own-endpoints.ts";

const PAGE_ROWS = 25;

type Message = typeof webhookMessages.$inferSelect;

function stateOf({ deliveredAt, failedAt, dueAt }: Message, isListener: boolean): MessageState {
	if (deliveredAt !== null) return "delivered";
	if (failedAt !== null) return "failed";
	return dueAt === null && !isListener ? "paused" : "waiting";
}

function present(message: Message, isListener: boolean): WebhookMessage {
	const state = stateOf(message, isListener);
	const { id, type, createdAt, dueAt } = message;
	return {
		id,
		type,
		state,
		body: bodyOf(message),
		createdAt: new Date(createdAt).toISOString(),
		nextAttemptAt: state === "waiting" && dueAt !== null ? new Date(dueAt).toISOString() : null,
		attempts: message.attemptLog.map(({ id: _, ...attempt }) => attempt).toReversed(),
	};
}

async function readMessages(
	{ user }: CreatorCtx,
	db: CreatorCtx["db"],
	where: SQL | undefined,
	most: number,
) {
	const rows = await db
		.select({ message: webhookMessages, url: webhookEndpoints.url })
		.from(webhookMessages)
		.innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookMessages.endpointId))
		.where(and(where, eq(webhookEndpoints.userId, user.id)))
		.orderBy(desc(webhookMessages.createdAt), desc(webhookMessages.id))
		.limit(most);
	return rows.map(({ message, url }) => present(message, url === null));
}

async function requireOwn(ctx: CreatorCtx, id: string): Promise<void> {
	const [endpoint] = await ctx.replica
		.select({ id: webhookEndpoints.id })
		.from(webhookEndpoints)
		.where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, ctx.user.id)));
	if (!endpoint) throw failure("not_found", { reason: "webhook.endpoint_not_found" });
}

/** Newest first. Throws `not_found`. */
export async function listMessages(
	ctx: CreatorCtx,
	{ id, after, limit = PAGE_ROWS }: { id: string } & z.output<typeof messagesQuery>,
): Promise<WebhookMessagePage> {
	const [at = "", messageId = ""] = after?.split(".") ?? [];
	const messages = await readMessages(
		ctx,
		ctx.replica,
		and(
			eq(webhookMessages.endpointId, id),
			after === undefined
				? undefined
				: sql`(${webhookMessages.createdAt}, ${webhookMessages.id}) < (${Number(at)}, ${messageId})`,
		),
		limit + 1,
	);
	if (messages.length === 0) await requireOwn(ctx, id);
	const page = messages.slice(0, limit);
	const last = messages.length > limit ? page.at(-1) : undefined;
	return { messages: page, next: last ? `${Date.parse(last.createdAt)}.${last.id}` : null };
}

async function readMessage(ctx: CreatorCtx, id: string): Promise<WebhookMessage> {
	const [message] = await readMessages(ctx, ctx.db, eq(webhookMessages.id, id), 1);
	if (!message) throw failure("not_found", { reason: "webhook.message_not_found" });
	return message;
}

/** Under the same id; a failure doesn't change the next attempt. Throws `not_found`, also for a listener's. */
export async function resendMessage(ctx: CreatorCtx, id: string): Promise<WebhookMessage> {
	const [row] = await ctx.db
		.select({ message: webhookMessages })
		.from(webhookMessages)
		.innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookMessages.endpointId))
		.where(and(eq(webhookMessages.id, id), eq(webhookEndpoints.userId, ctx.user.id)));
	const message = row?.message;
	const endpoint = message && (await endpointsOf(ctx, [message])).get(message.endpointId);
	if (!message || !endpoint) throw failure("not_found", { reason: "webhook.message_not_found" });
	await attemptMessage(ctx, { message, endpoint }, false);
	return readMessage(ctx, id);
}

/** Throws `not_found`, `webhook.endpoint_off`. */
export async function sendTest(ctx: CreatorCtx, endpointId: string): Promise<WebhookMessage> {
	const endpoint = await fetchOwnEndpoint(ctx, endpointId);
	if (endpoint.offReason !== null) throw failure("webhook.endpoint_off");
	const now = ctx.now();
	const message: Message = {
		id: `msg_${crypto.randomUUID().replaceAll("-", "")}`,
		endpointId,
		eventKey: `${TEST_EVENT}:${ctx.id()}`,
		type: TEST_EVENT,
		data: JSON.stringify({ message: "This is a test." }),
		// Failed until it arrives, so that nobody sends it again.
		createdAt: now,
		attempts: 1,
		attemptLog: [],
		dueAt: null,
		deliveredAt: null,
		failedAt: now,
	};
	await ctx.db.insert(webhookMessages).values(message);
	await attemptMessage(ctx, { message, endpoint }, false);
	return readMessage(ctx, message.id);
}
