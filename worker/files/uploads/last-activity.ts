import { configOf } from "../../core/config.ts";
import { isPaused } from "../../core/switches.ts";

/** While the operator has paused uploads, its creator can't continue, so that counts as activity. Times in ms. */
export function lastActivityOf(env: Env, session: { lastAt: number }, now: number): number {
	return isPaused({ config: configOf(env) }, "uploads") ? now : session.lastAt;
}
