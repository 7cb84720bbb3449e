import { and, eq, isNotNull, lt, or } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import { inSteps, nextOf } from "../../platform/storage/in-steps.ts";
import type { Ctx } from "../context.ts";
import { auditLog } from "./tables.ts";

export const DETAILS_KEPT_MS = RETENTION.auditYears * 365 * DAY_MS;

export async function eraseAuditDetails(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db
		.update(auditLog)
		.set({ details: null })
		.where(
			and(
				or(eq(auditLog.creatorId, userId), eq(auditLog.actorId, userId)),
				isNotNull(auditLog.details),
			),
		);
}

export async function pruneAuditDetails(ctx: Ctx): Promise<void> {
	const old = and(isNotNull(auditLog.details), lt(auditLog.at, ctx.now() - DETAILS_KEPT_MS));
	await inSteps(async () => {
		const emptied = await ctx.db
			.update(auditLog)
			.set({ details: null })
			.where(nextOf(auditLog, old))
			.returning({ id: auditLog.id });
		return emptied.length;
	});
}
