/** In ms; doubles each time up to the longest. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** In ms. If the server asks for a longer wait, the call fails immediately. */
const LONGEST_ASKED_MS = 60_000;

/**
 * True if the same request can be sent again: it had no effect yet, or its `Idempotency-Key` prevents a second one.
 * After a 500 nobody knows how far a POST got, and its key is free again.
 */
export function isPassing(method: string, status: number, code: string): boolean {
	if (status === 409) return code === "idempotency.in_progress";
	return [408, 429, 502, 503, 504].includes(status) || (status === 500 && method !== "POST");
}

/** In ms, before attempt `retry` (from 1); null if the server asks for too long a wait. */
export function waitBefore(retry: number, asked: string | null): number | null {
	const askedMs = asked ? msOf(asked) : null;
	const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (retry - 1));
	// Random, so that many clients don't return at the same time.
	if (askedMs === null) return longest * (0.5 + Math.random() / 2);
	return askedMs <= LONGEST_ASKED_MS ? askedMs + FIRST_WAIT_MS * Math.random() : null;
}

/** Seconds, or a date; null for anything else. */
function msOf(text: string): number | null {
	const ms = /^[\d.]+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
	return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Throws the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", stop);
			resolve();
		}, ms);
		signal?.addEventListener("abort", stop, { once: true });
		if (signal?.aborted) stop();
	});
}
