/** Asks the creator to sign in again; resolves to true when that was done, to false when it was declined. */
type Prompt = () => Promise<boolean>;

let prompt: Prompt | null = null;
let pendingPrompt: Promise<boolean> | null = null;

/** Sets who asks when a call finds that the session has ended. Answers the way to take it back. */
export function onSessionEnd(one: Prompt): () => void {
	prompt = one;
	return () => {
		if (prompt === one) prompt = null;
	};
}

/**
 * Asks for a sign-in on the page as it stands, so that what was typed stays. Calls that fail together
 * share one question. False when there is nobody to ask: a visitor, or a page without a session.
 */
export function signInAgain(): Promise<boolean> {
	if (!prompt) return Promise.resolve(false);
	pendingPrompt ??= prompt().finally(() => {
		pendingPrompt = null;
	});
	return pendingPrompt;
}
