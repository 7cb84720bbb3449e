/** Time and randomness, so that tests can set both. */
export type Clock = {
	/** ms since the epoch */
	now: () => number;
	/** 0 ≤ x < 1 */
	random: () => number;
	/** Resolves after `ms`; rejects with the signal's reason if it is aborted before. */
	sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

export const systemClock: Clock = {
	now: Date.now,
	random: Math.random,
	sleep: (ms, signal) =>
		new Promise((resolve, reject) => {
			signal.throwIfAborted();
			const stop = () => {
				clearTimeout(timer);
				reject(signal.reason);
			};
			const timer = setTimeout(() => {
				signal.removeEventListener("abort", stop);
				resolve();
			}, ms);
			signal.addEventListener("abort", stop, { once: true });
		}),
};
