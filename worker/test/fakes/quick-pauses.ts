/*
 * The product pauses between the attempts of a call that failed, and before it acknowledges stored files
 * together; requests in tests end only after that. Theirs pass at once: what they are about is the order, not
 * the time. Limits of time are set by `setTimeout`, and stay.
 */

const wait = scheduler.wait.bind(scheduler);

/** Lets pauses pass at once. */
export function skipPauses(): void {
	scheduler.wait = (_, options) => wait(0, options);
}
