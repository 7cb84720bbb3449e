import type { Network } from "./network.ts";

export const browserNetwork: Network = {
	isOnline: () => navigator.onLine,
	whenOnline: (signal) =>
		new Promise((resolve, reject) => {
			if (signal.aborted) return reject(signal.reason);
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
