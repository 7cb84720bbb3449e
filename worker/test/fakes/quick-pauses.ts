/**
 * The product pauses between the attempts of a failed call, and before it acknowledges stored files together;
 * requests in tests only end after that. In tests these pauses end immediately: the order matters, not the time. Time
 * limits are set by `setTimeout`, and stay.
 */

const wait = scheduler.wait.bind(scheduler);

/** Lets pauses pass at once. */
export function skipPauses(): void {
	scheduler.wait = (_, options) => wait(0, options);
}
