import { lt } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { deleteInSteps } from "../../platform/storage/in-steps.ts";
import { downloadLog } from "./tables.ts";

export async function pruneDownloadLog(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.downloadDays * DAY_MS;
	await deleteInSteps(ctx, downloadLog, lt(downloadLog.at, before));
}
