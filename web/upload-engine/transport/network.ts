/** Whether there is a network at all, to avoid useless attempts. */
export type Network = {
	isOnline: () => boolean;
	/** Resolves as soon as there is a network; rejects when the signal is aborted before. */
	whenOnline: (signal: AbortSignal) => Promise<void>;
};
