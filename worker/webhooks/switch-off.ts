import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { users } from "../accounts/tables.ts";
import type { Ctx } from "../context.ts";
import type { EndpointOffReason } from "../contract/webhooks.ts";
import { queueMailWhen } from "../platform/mail/mail.ts";
import { webhookEndpoints, webhookMessages } from "../webhook-events/tables.ts";
import { endpointOffMail } from "./mails.ts";

type Endpoint = typeof webhookEndpoints.$inferSelect;

/** The statement by which the messages of an endpoint wait while it is off. */
export function pauseMessages(ctx: Ctx, endpointId: string) {
	return ctx.db
		.update(webhookMessages)
		.set({ nextAttemptAt: null })
		.where(
			and(
				eq(webhookMessages.endpointId, endpointId),
				sql`${webhookMessages.nextAttemptAt} is not null`,
				sql`exists (select 1 from webhook_endpoints where id = ${endpointId}
					and off_reason is not null)`,
			),
		);
}

/**
 * Returns the statements that switch an endpoint off and tell its creator; without effect where it is off
 * already, or has accepted something since `since` (ms).
 */
export async function switchOffStatements(
	ctx: Ctx,
	endpoint: Endpoint & { url: string },
	reason: Exclude<EndpointOffReason, "creator">,
	since?: number,
): Promise<BatchItem<"sqlite">[]> {
	const [user] = await ctx.db
		.select({ email: users.email, locale: users.locale, deletedAt: users.deletedAt })
		.from(users)
		.where(eq(users.id, endpoint.userId));
	const accepted = sql`coalesce(last_success_at, 0)`;
	const isOn = and(
		eq(webhookEndpoints.id, endpoint.id),
		isNull(webhookEndpoints.offReason),
		since === undefined ? undefined : sql`${accepted} < ${since}`,
	);
	return [
		...(user && user.deletedAt === null
			? [
					// As the batch finds it, before the change.
					queueMailWhen(
						ctx,
						endpointOffMail(ctx, { ...user, url: endpoint.url, reason }),
						sql`exists (select 1 from ${webhookEndpoints} where ${isOn})`,
					),
				]
			: []),
		ctx.db.update(webhookEndpoints).set({ offReason: reason }).where(isOn),
		pauseMessages(ctx, endpoint.id),
	];
}
