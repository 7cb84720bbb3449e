/** `transient` failures may succeed if repeated immediately; repeating `overloaded` ones would add to the load. */
export type Fault = "transient" | "overloaded";

/*
 * D1: https://developers.cloudflare.com/d1/observability/debug-d1/#error-list and
 * https://developers.cloudflare.com/d1/best-practices/retry-queries/. R2 puts the cause's number at the end:
 * https://developers.cloudflare.com/r2/api/error-codes/. Durable Objects set properties:
 * https://developers.cloudflare.com/durable-objects/best-practices/error-handling/; errors that pass through one
 * keep only their message.
 */
const OVERLOADED = [
	/\bis overloaded\b/i,
	/requests queued/i,
	/queued for too long/i,
	// These end expensive calls; repeating one immediately would be just as expensive.
	/exceeded timeout which caused object to be reset/i,
	/exceeded its (?:memory limit|CPU time limit) and was reset/i,
	// R2 allows one write a second per key.
	/\(10058\)/,
];
const TRANSIENT = [
	/network connection lost/i,
	/storage caused object to be reset/i,
	/reset because its code was updated/i,
	/due to transient issue on remote node/i,
	/can't read from request stream because client disconnected/i,
	/replica disconnected from primary/i,
	/internal error; reference = /i,
	/\((?:10001|10043)\)/,
	/we encountered an internal error/i,
];
/** Maximum nesting by Drizzle and our errors. */
const MAX_DEPTH = 6;

type Found = { readonly fault: Fault; readonly error: Error };

export function findFault(error: unknown): Found | null {
	let at = error;
	for (let depth = 0; at instanceof Error && depth < MAX_DEPTH; depth++) {
		const fault = kindOf(at);
		if (fault) return { fault, error: at };
		at = at.cause;
	}
	return null;
}

function kindOf(error: Error & { overloaded?: unknown; retryable?: unknown }): Fault | null {
	const { message } = error;
	if (error.overloaded === true || OVERLOADED.some((text) => text.test(message)))
		return "overloaded";
	if (error.retryable === true || TRANSIENT.some((text) => text.test(message))) return "transient";
	return null;
}

export function retryAfter(error: unknown): number {
	const found = findFault(error);
	return found ? { transient: 1, overloaded: 5 }[found.fault] : 10;
}
