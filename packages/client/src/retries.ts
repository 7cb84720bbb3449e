import type { TillboxError } from "./error.ts";

/** The first wait, which doubles each time up to the longest. ms */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** Who would have to wait for longer, because the server says so, gets the error at once. ms */
const LONGEST_ASKED_MS = 60_000;

/**
 * Returns true for responses after which the same request can be sent again: it had no effect yet, or its
 * `Idempotency-Key` keeps it from having a second one. After 500 nobody knows how far a POST got, and its key is
 * free again.
 */
export function isPassing(method: string, { status, code }: TillboxError): boolean {
	if (status === 409) return code === "idempotency.in_progress";
	return [408, 429, 502, 503, 504].includes(status) || (status === 500 && method !== "POST");
}

/** Returns the wait before attempt number `retry` (from 1) in ms; null where the server asks for too long a wait. */
export function waitBefore(retry: number, asked: string | null): number | null {
	const askedMs = asked ? msOf(asked) : null;
	const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (retry - 1));
	// At random, so that many clients do not come back at once.
	if (askedMs === null) return longest * (0.5 + Math.random() / 2);
	return askedMs <= LONGEST_ASKED_MS ? askedMs + FIRST_WAIT_MS * Math.random() : null;
}

/** `Retry-After` has seconds, or a date; null for anything else. */
function msOf(text: string): number | null {
	const ms = /^[\d.]+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
	return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Resolves after `ms`. Throws the signal's reason as soon as it is aborted. */
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
