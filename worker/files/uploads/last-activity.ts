import { configOf } from "../../core/config.ts";
import { isPaused } from "../../core/switches.ts";

/**
 * Returns when an upload was last active; now while the operator has paused uploads, since its creator can't
 * continue. Times in ms.
 */
export function lastActivityOf(env: Env, session: { lastAt: number }, now: number): number {
	return isPaused({ config: configOf(env) }, "uploads") ? now : session.lastAt;
}
