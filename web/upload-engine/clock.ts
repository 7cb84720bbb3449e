/** Set by tests. */
export type Clock = {
	/** ms since the epoch */
	now: () => number;
	/** 0 ≤ x < 1 */
	random: () => number;
	/** Rejects with the signal's reason. */
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
