import type { Ctx } from "../context.ts";
import { type AttemptLimit, networkOf } from "../platform/security/attempts.ts";

/** Messages to the operator from one network: a few freely, then with growing waits. */
export function messageLimit({ config, address }: Ctx, name: "support" | "report"): AttemptLimit {
	return { name, of: networkOf(address), ...config.LIMIT_MESSAGES };
}
