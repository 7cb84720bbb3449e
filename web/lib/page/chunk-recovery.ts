const RELOADED = "reloaded-for-chunk";
const ONCE_IN_MS = 30_000;

let holds = 0;

/** Keeps the page from being reloaded while it does what a reload would end; returns how to let go. */
export function holdPage(): () => void {
	holds++;
	let isHeld = true;
	return () => {
		if (isHeld) holds--;
		isHeld = false;
	};
}

/**
 * After a deploy, an open page may request a chunk that no longer exists. One reload fetches the new
 * page; a second failure within half a minute is shown, to avoid a loop. Nothing is reloaded without a
 * connection or while the page is held. Returns true when it reloads.
 */
export function recoverFromChunkFailure(): boolean {
	if (holds > 0 || !navigator.onLine) return false;
	const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
	if (Date.now() - last < ONCE_IN_MS) return false;
	sessionStorage.setItem(RELOADED, String(Date.now()));
	location.reload();
	return true;
}

/** Returns true for errors that browsers throw when a chunk cannot be fetched. */
export function isChunkFailure(error: unknown): boolean {
	return (
		error instanceof Error &&
		/dynamically imported module|Importing a module script failed|preload CSS|error loading dynamically/i.test(
			error.message,
		)
	);
}
