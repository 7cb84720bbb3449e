/**
 * Ends the product's pauses immediately, between attempts of a failed call and before stored files
 * are acknowledged together: the order matters, not the time. Time limits use `setTimeout`, and
 * stay.
 */

const wait = scheduler.wait.bind(scheduler);

export function skipPauses(): void {
	scheduler.wait = (_, options) => wait(0, options);
}
