import { lt } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { DAY_MS, RETENTION } from "../contract/retention.ts";
import { deleteInSteps } from "../platform/storage/in-steps.ts";
import { abuseReports, supportRequests } from "./tables.ts";

/** Deletes messages to support and reports of abuse after their retention period. */
export async function pruneMessages(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.messageDays * DAY_MS;
	await deleteInSteps(ctx, supportRequests, lt(supportRequests.createdAt, before));
	await deleteInSteps(ctx, abuseReports, lt(abuseReports.createdAt, before));
}
