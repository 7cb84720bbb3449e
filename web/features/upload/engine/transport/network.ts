/** Whether there is a network at all, to avoid useless attempts. */
export type Network = {
	isOnline: () => boolean;
	/** Resolves as soon as there is a network; rejects when the signal is aborted before. */
	whenOnline: (signal: AbortSignal) => Promise<void>;
};

/** The network status as reported by the browser. */
export const browserNetwork: Network = {
	isOnline: () => navigator.onLine,
	whenOnline: (signal) =>
		new Promise((resolve, reject) => {
			if (navigator.onLine) return resolve();
			const over = new AbortController();
			const settle = (settled: () => void) => () => {
				over.abort();
				settled();
			};
			const options = { signal: over.signal, once: true };
			addEventListener("online", settle(resolve), options);
			signal.addEventListener(
				"abort",
				settle(() => reject(signal.reason)),
				options,
			);
		}),
};
