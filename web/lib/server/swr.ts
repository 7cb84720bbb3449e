import type { SWRConfiguration } from "swr";
import { ApiFailure, isTransient } from "./failure.ts";

const FRESH_MS = 5 * 60_000;
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

function retryWait(error: unknown, usual: number): number {
	const requestedMs = error instanceof ApiFailure ? (error.retryAfterMs ?? 0) : 0;
	return Math.min(LONGEST_RETRY_MS, Math.max(usual, requestedMs));
}

export const swrConfig: SWRConfiguration = {
	dedupingInterval: FRESH_MS,
	focusThrottleInterval: 5_000,
	revalidateOnFocus: false,
	onErrorRetry: (error, _key, _config, revalidate, { retryCount }) => {
		const isRefusal = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
		if (isRefusal || String(error.message).includes("401") || retryCount > 1) return;
		setTimeout(() => revalidate({ retryCount }), retryWait(error, RETRY_MS));
	},
};

/**
 * Continues at the polling interval when SWR would give up for good. A refusal ends the polling.
 */
export const retryWhilePolling =
	(intervalMs: () => number): NonNullable<SWRConfiguration["onErrorRetry"]> =>
	(error, _key, _config, revalidate, { retryCount }) => {
		if (error instanceof ApiFailure && !isTransient(error)) return;
		const usual = retryCount > 1 ? Math.max(intervalMs(), RETRY_MS) : RETRY_MS;
		setTimeout(() => revalidate({ retryCount }), retryWait(error, usual));
	};

export function polled(seconds: number): SWRConfiguration {
	return {
		refreshInterval: seconds * 1000,
		revalidateOnFocus: true,
		dedupingInterval: 2_000,
		onErrorRetry: retryWhilePolling(() => seconds * 1000),
	};
}
