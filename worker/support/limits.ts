import type { Ctx } from "../context.ts";
import { type AttemptLimit, networkOf } from "../platform/security/attempts.ts";

/** Messages to the operator from one network: a handful freely, then ever slower. */
export function messageLimit({ config, address }: Ctx, name: "support" | "report"): AttemptLimit {
	return { name, of: networkOf(address), ...config.LIMIT_MESSAGES };
}
