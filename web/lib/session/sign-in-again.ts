/**
 * Prompts the creator to sign in again; resolves to true when that was done, to false when it was
 * declined.
 */
type Prompt = () => Promise<boolean>;

let prompt: Prompt | null = null;
let pendingPrompt: Promise<boolean> | null = null;
let signIns = 0;

/** How often somebody has signed in again on this page: a call that was sent before needs no prompt. */
export const signInCount = () => signIns;

/** Registers the prompt for calls that find the session ended. Returns the function to unregister it. */
export function onSessionEnd(one: Prompt): () => void {
	prompt = one;
	return () => {
		if (prompt === one) prompt = null;
	};
}

/**
 * Prompts for a sign-in on the current page, so that typed input is kept. Concurrent failed calls share
 * one prompt. False when no prompt is registered: for a visitor, or on a page without a session.
 */
export function signInAgain(): Promise<boolean> {
	if (!prompt) return Promise.resolve(false);
	pendingPrompt ??= prompt()
		.then((isDone) => {
			if (isDone) signIns++;
			return isDone;
		})
		.finally(() => {
			pendingPrompt = null;
		});
	return pendingPrompt;
}
