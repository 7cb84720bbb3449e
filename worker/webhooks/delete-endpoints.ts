import { eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Ctx } from "../context.ts";
import { DAY_MS, RETENTION } from "../contract/retention.ts";
import { deleteInSteps } from "../platform/storage/in-steps.ts";
import { webhookAttempts, webhookEndpoints, webhookMessages } from "../webhook-events/tables.ts";

/** A listener's log can be read for this time after its end, in ms. */
const LISTENER_LOG_MS = DAY_MS;

/** Does something with the rows that belong to an endpoint, in the order in which they can be deleted. */
export async function ofEndpoint(
	_ctx: Ctx,
	id: string,
	work: (table: SQLiteTable, where: SQL) => Promise<void>,
): Promise<void> {
	const messages = sql`(select id from webhook_messages where endpoint_id = ${id})`;
	await work(webhookAttempts, inArray(webhookAttempts.messageId, messages));
	await work(webhookMessages, eq(webhookMessages.endpointId, id));
}

/** The statements that delete endpoints with what is left of their messages. */
export function deleteEndpointStatements(ctx: Ctx, where: SQL | undefined) {
	const endpoints = sql`(select id from webhook_endpoints where ${where})`;
	const messages = sql`(select id from webhook_messages where endpoint_id in ${endpoints})`;
	return [
		ctx.db.delete(webhookAttempts).where(inArray(webhookAttempts.messageId, messages)),
		ctx.db.delete(webhookMessages).where(inArray(webhookMessages.endpointId, endpoints)),
		ctx.db.delete(webhookEndpoints).where(where),
	] as const;
}

/** Deletes the endpoints of a creator whose account is deleted, with everything that was sent to them. */
export async function deleteWebhooks(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.batch([...deleteEndpointStatements(ctx, eq(webhookEndpoints.userId, userId))]);
}

/** Returns the endpoints of a creator and how often messages were sent, for the data export. */
export async function exportWebhooks(ctx: Ctx, userId: string) {
	return ctx.db
		.select({
			url: webhookEndpoints.url,
			description: webhookEndpoints.description,
			events: webhookEndpoints.events,
			createdAt: webhookEndpoints.createdAt,
			offReason: webhookEndpoints.offReason,
			messages: sql<number>`(select count(*) from webhook_messages
				where webhook_messages.endpoint_id = webhook_endpoints.id)`,
		})
		.from(webhookEndpoints)
		.where(eq(webhookEndpoints.userId, userId));
}

/** Deletes messages with their attempts after 30 days, and listeners that ended a day ago. */
export async function pruneWebhooks(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.webhookDays * DAY_MS;
	const old = sql`(select id from webhook_messages where created_at < ${before})`;
	await deleteInSteps(ctx, webhookAttempts, inArray(webhookAttempts.messageId, old));
	await deleteInSteps(ctx, webhookMessages, lt(webhookMessages.createdAt, before));
	const ended = sql`expires_at is not null
		and ${lt(webhookEndpoints.expiresAt, ctx.now() - LISTENER_LOG_MS)}`;
	await ctx.db.batch([...deleteEndpointStatements(ctx, ended)]);
}
