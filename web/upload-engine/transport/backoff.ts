const FIRST_MS = 500;
const MAX_MS = 30_000;

/**
 * Returns ms before attempt `attempt + 1`: doubles up to half a minute, half of it random so that browsers
 * don't retry together, and at least what the server requested.
 */
export function backoffMs(
	attempt: number,
	random: () => number,
	retryAfterMs: number | null = null,
): number {
	const longestMs = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10));
	const jittered = longestMs / 2 + (random() * longestMs) / 2;
	return retryAfterMs === null ? jittered : Math.max(jittered, retryAfterMs + random() * FIRST_MS);
}
