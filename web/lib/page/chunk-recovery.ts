import { inSessionStorage } from "./storage.ts";

const RELOADED = "reloaded-for-chunk";
const ONCE_IN_MS = 30_000;

let holds = 0;

/** Prevents a reload during work that it would interrupt; returns the function to release it. */
export function holdPage(): () => void {
	holds++;
	let isHeld = true;
	return () => {
		if (isHeld) holds--;
		isHeld = false;
	};
}

/**
 * Fetches the new page after a deploy removed a chunk; once in half a minute, to avoid a loop. True if it
 * reloads.
 */
export function recoverFromChunkFailure(): boolean {
	if (holds > 0 || !navigator.onLine) return false;
	const isDue = inSessionStorage((storage) => {
		if (Date.now() - Number(storage.getItem(RELOADED)) < ONCE_IN_MS) return false;
		storage.setItem(RELOADED, String(Date.now()));
		return true;
	});
	if (isDue) location.reload();
	return isDue === true;
}

export function isChunkFailure(error: unknown): boolean {
	return (
		error instanceof Error &&
		/dynamically imported module|Importing a module script failed|preload CSS|error loading dynamically/i.test(
			error.message,
		)
	);
}
