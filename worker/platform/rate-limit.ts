import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import { networkOf } from "./attempts.ts";
import { failure } from "./errors.ts";

const WINDOW_S = 60;

/**
 * Against floods of unsafe calls from one network: approximate and per location, so it stands before
 * calls that cost something and never in place of an exact count (`countAttempt`).
 */
export function rateLimit(name: string) {
	return createMiddleware<AppEnv>(async (c, next) => {
		const key = `${name}|${networkOf(c.var.ctx.address)}`;
		const { success } = await c.env.FLOOD.limit({ key });
		if (!success) throw failure("rate.limited", { headers: { "Retry-After": String(WINDOW_S) } });
		await next();
	});
}
