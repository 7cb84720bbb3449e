import type { CreatorCtx } from "../../core/context.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";

/**
 * Counts a request that makes the service contact a receiver at once, so that nobody can use it to send many
 * requests to others. Throws `rate.limited`.
 */
export function limitSends(ctx: CreatorCtx): Promise<void> {
	return consumeAttempt(ctx, [
		{ name: "webhook-send", of: ctx.user.id, ...ctx.config.LIMIT_WEBHOOK_SENDS },
	]);
}
