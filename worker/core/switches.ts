import { createMiddleware } from "hono/factory";
import { type Pausable, SWITCHES, type Switch } from "../contract/switches.ts";
import { isPausedAtConsole } from "../platform/console-switches.ts";
import { type ApiError, failure } from "../platform/errors.ts";
import { withTrait } from "../platform/http/traits.ts";
import type { Config } from "./config.ts";
import type { AppEnv, Ctx } from "./context.ts";

export const SWITCH_VARIABLES = {
	uploads: "PAUSE_UPLOADS",
	cardPayments: "PAUSE_CARD_PAYMENTS",
	directPayments: "PAUSE_DIRECT_PAYMENTS",
	registration: "PAUSE_REGISTRATION",
	mail: "PAUSE_MAIL",
	maintenance: "MAINTENANCE",
} as const satisfies Record<Pausable, keyof Config>;

export const PAUSABLES = Object.keys(SWITCH_VARIABLES) as Pausable[];

/** In seconds. Running uploads wait exactly this long. */
export const RETRY_AFTER_S = 60;

type Configured = Pick<Ctx, "config">;

const isSet = ({ config }: Configured, name: Pausable): boolean =>
	config[SWITCH_VARIABLES[name]] || isPausedAtConsole(name);

/** The console can't end a variable's pause. */
export const isPausedByVariable = ({ config }: Configured, name: Pausable): boolean =>
	config[SWITCH_VARIABLES[name]];

export function allPausedOf(ctx: Configured): Pausable[] {
	return PAUSABLES.filter((name) => isSet(ctx, name));
}

/** Returns paused features that visitors may request. */
export function pausedOf(ctx: Configured): Switch[] {
	return allPausedOf(ctx).filter((name) => name !== "mail");
}

/** Maintenance pauses everything. */
export function isPaused(ctx: Configured, name: Switch): boolean {
	return isSet(ctx, name) || isSet(ctx, "maintenance");
}

export function pausedFailure(name: Switch): ApiError {
	return failure(SWITCHES[name], { headers: { "Retry-After": String(RETRY_AFTER_S) } });
}

/** Throws the switch's error (503) while it is paused. */
function requireRunning(ctx: Configured, name: Switch): void {
	if (isPaused(ctx, name)) throw pausedFailure(name);
}

export const whileRunning = (name: Switch) =>
	withTrait(
		{ errors: [SWITCHES[name]] },
		createMiddleware<AppEnv>(async (c, next) => {
			requireRunning(c.var.ctx, name);
			await next();
		}),
	);
