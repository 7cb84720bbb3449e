import { sql } from "drizzle-orm";
import type { PlatformCtx } from "./context.ts";
import { insertWhen } from "./storage/insert-when.ts";
import { failedRequests } from "./tables.ts";

const MOST_PER_MINUTE = 60;
const MAX_LENGTH = 500;

type Failed = { requestId: string; method: string; path: string; code: string; error: string };

/** Stores a failed request for the operator, after the response. */
export function noteFailedRequest(ctx: PlatformCtx, { error, ...failed }: Failed): void {
	const at = ctx.now();
	ctx.inBackground(async () => {
		await insertWhen(
			ctx.db,
			failedRequests,
			{ ...failed, error: error.slice(0, MAX_LENGTH), at },
			sql`(select count(*) from (select 1 from failed_requests where at > ${at - 60_000} limit ${MOST_PER_MINUTE})) < ${MOST_PER_MINUTE}`,
		)
			.onConflictDoNothing()
			.catch(() => {});
	});
}
