import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Locale } from "../../contract/locales.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { webhookEndpoints, webhookMessages } from "../../core/webhook-events/tables.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import type { EndpointOffReason } from "./contract/webhooks.ts";
import { endpointOffMail, endpointsResetMail } from "./mails.ts";

type Endpoint = typeof webhookEndpoints.$inferSelect;

/** Holds back an endpoint's messages while it is disabled. */
export function pauseMessages(ctx: Ctx, endpointId: string) {
	return ctx.db
		.update(webhookMessages)
		.set({ dueAt: null })
		.where(
			and(
				sql`${webhookMessages.endpointId} in (select id from webhook_endpoints
					where id = ${endpointId} and off_reason is not null)`,
				isNotNull(webhookMessages.dueAt),
			),
		);
}

/**
 * After a password reset, disables endpoints and listeners and notifies the creator: someone else may have added or
 * changed an endpoint.
 */
export function switchOffOnReset(
	ctx: Ctx,
	owner: { id: string; email: string; locale: Locale },
): BatchItem<"sqlite">[] {
	const endpoints = and(
		eq(webhookEndpoints.userId, owner.id),
		isNull(webhookEndpoints.offReason),
		isNull(webhookEndpoints.expiresAt),
	);
	return [
		// Must precede the change: the condition reads the old state.
		queueMailWhen(
			ctx,
			endpointsResetMail(ctx, owner),
			sql`exists (select 1 from ${webhookEndpoints} where ${endpoints})`,
		),
		ctx.db
			.update(webhookEndpoints)
			.set({ offReason: "reset", ...nextRevision(ctx, webhookEndpoints) })
			.where(endpoints),
		ctx.db
			.update(webhookEndpoints)
			.set({ expiresAt: ctx.now() })
			.where(and(eq(webhookEndpoints.userId, owner.id), gt(webhookEndpoints.expiresAt, ctx.now()))),
		ctx.db
			.update(webhookMessages)
			.set({ dueAt: null })
			.where(
				and(
					sql`${webhookMessages.endpointId} in (select id from webhook_endpoints
						where user_id = ${owner.id} and off_reason = 'reset')`,
					isNotNull(webhookMessages.dueAt),
				),
			),
	];
}

/** No effect if it is already off, or has accepted something since `since` (ms). */
export async function switchOffStatements(
	ctx: Ctx,
	endpoint: Endpoint & { url: string },
	reason: Exclude<EndpointOffReason, "creator" | "reset">,
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
					// Must precede the change: the condition reads the old state.
					queueMailWhen(
						ctx,
						endpointOffMail(ctx, { ...user, url: endpoint.url, offReason: reason }),
						sql`exists (select 1 from ${webhookEndpoints} where ${isOn})`,
					),
				]
			: []),
		ctx.db
			.update(webhookEndpoints)
			.set({ offReason: reason, ...nextRevision(ctx, webhookEndpoints) })
			.where(isOn),
		pauseMessages(ctx, endpoint.id),
	];
}
