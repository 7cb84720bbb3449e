/** How often a request is sent again by itself. */
const MAX_REPEATS = 3;
/** Whoever would have to wait for longer is told so instead. ms */
const MAX_WAIT_MS = 10_000;
/** Up to this is added at random, so that many clients don't come back at once. ms */
const JITTER_MS = 500;

/**
 * Requests that can be sent twice: they read, or set or remove what they name, or carry the key of what they
 * do. Signing in and registering count each time, as if the person had tried again; no address gets two accounts.
 */
const REPEATABLE =
	/^((GET|HEAD|PUT|PATCH) .*|DELETE .*\/(file-shares|uploads|creator-page).*|POST .*\/(login|register|uploads|complete|archives|(create|begin-direct)-payment.*|payment-success|refund))$/;

/** Returns whether a request to this address has no effect beyond the first when it is sent again. */
export const isRepeatable = (method: string, path: string): boolean =>
	REPEATABLE.test(`${method} ${path}`);

/**
 * Returns after how many ms a client sends a request again by itself, which it has repeated so often already;
 * null when it does not. A busy server says when.
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
