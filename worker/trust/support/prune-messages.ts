import { lt } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import { cases } from "../../core/cases/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { deleteInSteps } from "../../platform/storage/in-steps.ts";

export async function pruneMessages(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.messageDays * DAY_MS;
	await deleteInSteps(ctx, cases, lt(cases.updatedAt, before));
}
