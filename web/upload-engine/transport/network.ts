export type Network = {
	isOnline: () => boolean;
	/** Rejects if the signal is aborted. */
	whenOnline: (signal: AbortSignal) => Promise<void>;
};
