import type { CreatorCtx } from "../../core/context.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";

/**
 * Counts a request that makes the service contact a receiver immediately, so that nobody can use it to flood others.
 * Switching an endpoint on is counted separately. Throws `rate.limited`.
 */
export function limitSends(
	ctx: CreatorCtx,
	name: "webhook-send" | "webhook-resume" = "webhook-send",
): Promise<void> {
	return consumeAttempt(ctx, [{ name, of: ctx.user.id, ...ctx.config.LIMIT_WEBHOOK_SENDS }]);
}
