export type Network = {
	isOnline: () => boolean;
	/** Resolves as soon as there is a network; rejects if the signal is aborted before. */
	whenOnline: (signal: AbortSignal) => Promise<void>;
};
