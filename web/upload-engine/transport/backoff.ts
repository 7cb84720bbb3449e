const FIRST_MS = 500;
const MAX_MS = 30_000;

/**
 * Returns the wait before attempt `attempt + 1` in ms: doubles from half a second up to half a minute,
 * half of it random so that many browsers don't retry at the same time, and is never less than the server
 * requested. `random` returns 0 ≤ x < 1.
 */
export function backoffMs(
	attempt: number,
	random: () => number,
	retryAfterMs: number | null = null,
): number {
	const whole = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10));
	const jittered = whole / 2 + (random() * whole) / 2;
	return retryAfterMs === null ? jittered : Math.max(jittered, retryAfterMs + random() * FIRST_MS);
}
