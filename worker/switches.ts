import { createMiddleware } from "hono/factory";
import type { Config } from "./config.ts";
import type { AppEnv, Ctx } from "./context.ts";
import { SWITCHES, type Switch } from "./contract/switches.ts";
import { type ApiError, failure } from "./platform/errors.ts";
import { withTrait } from "./platform/http/traits.ts";

/** The variable of each switch. */
const VARIABLES = {
	uploads: "PAUSE_UPLOADS",
	cardPayments: "PAUSE_CARD_PAYMENTS",
	directPayments: "PAUSE_DIRECT_PAYMENTS",
	registration: "PAUSE_REGISTRATION",
	maintenance: "MAINTENANCE",
} as const satisfies Record<Switch, keyof Config>;

/** When a client should ask again, in seconds. Running uploads wait exactly this long. */
export const RETRY_AFTER_S = 60;

type Configured = Pick<Ctx, "config">;

/** Returns what the operator has paused. */
export function pausedOf(ctx: Configured): Switch[] {
	// The keys of the table above are the switches.
	return (Object.keys(VARIABLES) as Switch[]).filter((name) => ctx.config[VARIABLES[name]]);
}

/** Returns true while the operator has paused this; maintenance pauses everything. */
export function isPaused({ config }: Configured, name: Switch): boolean {
	return config[VARIABLES[name]] || config.MAINTENANCE;
}

/** Returns the error that answers while this is paused. */
export function pausedFailure(name: Switch): ApiError {
	return failure(SWITCHES[name], { headers: { "Retry-After": String(RETRY_AFTER_S) } });
}

/** Throws the switch's error (503) while the operator has paused this. */
export function requireRunning(ctx: Configured, name: Switch): void {
	if (isPaused(ctx, name)) throw pausedFailure(name);
}

/** Refuses a route's requests while the operator has paused this. */
export const whileRunning = (name: Switch) =>
	withTrait(
		{ errors: [SWITCHES[name]] },
		createMiddleware<AppEnv>(async (c, next) => {
			requireRunning(c.var.ctx, name);
			await next();
		}),
	);
