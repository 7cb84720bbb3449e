const MAX_REPEATS = 3;
/** Longer waits are reported to the caller instead. ms */
const MAX_WAIT_MS = 10_000;
/** Added at random up to this, so that many clients don't come back at once. ms */
const JITTER_MS = 500;

/**
 * Requests that can be sent twice: they read, set or remove something they name, or carry a key. Repeated sign-ins
 * count as attempts, and no address gets two accounts.
 */
const REPEATABLE =
	/^((GET|HEAD|PUT|PATCH) .*|DELETE .*\/(file-shares|uploads|creator-page).*|POST .*\/(login|register|uploads|complete|archives|(create|begin-direct)-payment.*|payment-success|refund))$/;

export const isRepeatable = (method: string, path: string): boolean =>
	REPEATABLE.test(`${method} ${path}`);

/**
 * Returns after how many ms a client should repeat a request that it has repeated `repeats` times; null if not at
 * all. A busy server says when.
 */
export function repeatWait(
	method: string,
	path: string,
	response: { status: number; headers: { get: (name: string) => string | null } },
	repeats: number,
): number | null {
	const wait = Number(response.headers.get("Retry-After")) * 1000;
	const isAsked = [429, 503].includes(response.status) && wait > 0;
	return isAsked && wait <= MAX_WAIT_MS && repeats < MAX_REPEATS && isRepeatable(method, path)
		? wait + Math.random() * JITTER_MS
		: null;
}
