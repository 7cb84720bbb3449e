import { eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { webhookEndpoints, webhookMessages } from "../../core/webhook-events/tables.ts";
import { deleteInSteps } from "../../platform/storage/in-steps.ts";

/** ms after a listener's end */
const LISTENER_LOG_MS = DAY_MS;

/** The next run ends the others. */
const ENDED_AT_ONCE = 200;

export async function deleteMessages(ctx: Ctx, id: string): Promise<void> {
	await deleteInSteps(ctx, webhookMessages, eq(webhookMessages.endpointId, id));
}

export function deleteEndpointStatements(ctx: Ctx, where: SQL | undefined) {
	const endpoints = sql`(select id from webhook_endpoints where ${where})`;
	return [
		ctx.db.delete(webhookMessages).where(inArray(webhookMessages.endpointId, endpoints)),
		ctx.db.delete(webhookEndpoints).where(where),
	] as const;
}

/** Deletes listeners a day after their end. */
export async function pruneListeners(ctx: Ctx): Promise<void> {
	const ended = await ctx.db
		.select({ id: webhookEndpoints.id })
		.from(webhookEndpoints)
		.where(
			sql`expires_at is not null
				and ${lt(webhookEndpoints.expiresAt, ctx.now() - LISTENER_LOG_MS)}`,
		)
		.limit(ENDED_AT_ONCE);
	const ids = JSON.stringify(ended.map(({ id }) => id));
	await ctx.db.batch([
		...deleteEndpointStatements(
			ctx,
			inArray(webhookEndpoints.id, sql`(select value from json_each(${ids}))`),
		),
	]);
}
