/** Asks the creator to sign in again; resolves to true when that was done, to false when it was declined. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Sets who asks when a call finds that the session has ended. Answers the way to take it back. */
export function onSessionEnd(one: Ask): () => void {
	ask = one;
	return () => {
		if (ask === one) ask = null;
	};
}

/**
 * Asks for a sign-in on the page as it stands, so that what was typed stays. Calls that fail together
 * share one question. False when there is nobody to ask: a visitor, or a page without a session.
 */
export function signInAgain(): Promise<boolean> {
	if (!ask) return Promise.resolve(false);
	asking ??= ask().finally(() => {
		asking = null;
	});
	return asking;
}
