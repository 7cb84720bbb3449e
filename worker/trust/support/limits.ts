import type { Ctx } from "../../core/context.ts";
import type { AttemptLimit } from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";

export function messageLimits(
	{ config, address }: Ctx,
	name: "support" | "report",
): AttemptLimit[] {
	return networkLimits(address, { name, ...config.LIMIT_MESSAGES });
}
