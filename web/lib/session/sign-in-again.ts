type Prompt = () => Promise<boolean>;

let prompt: Prompt | null = null;
let pendingPrompt: Promise<boolean> | null = null;
let signIns = 0;

/** Sign-ins on this page so far: a call sent before the last one needs no prompt. */
export const signInCount = () => signIns;

export function onSessionEnd(one: Prompt): () => void {
	prompt = one;
	return () => {
		if (prompt === one) prompt = null;
	};
}

/** Concurrent failed calls share one prompt. False if no prompt is registered, as for a visitor. */
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
