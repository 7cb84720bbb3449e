import type { Ctx } from "../context.ts";
import { type AttemptLimit, networkOf } from "../platform/attempts.ts";

const MINUTE = 60 * 1000;

/** Messages to the operator from one network: a handful freely, then ever slower. */
export function messageLimit(ctx: Ctx, name: "support" | "report"): AttemptLimit {
	return {
		name,
		of: networkOf(ctx.address),
		free: 5,
		firstWaitMs: MINUTE,
		maxWaitMs: 60 * MINUTE,
		forgetMs: 120 * MINUTE,
	};
}
