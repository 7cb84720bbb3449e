import { log, serializeError } from "./log.ts";

/** How long an isolate trusts what it has read. ms */
const FRESH_MS = 5_000;
/** Older knowledge makes the request wait, since much may have happened; newer is refreshed for the next one. ms */
const STALE_MS = 60_000;
/** The longest that a request waits: the database may be why something is paused. ms */
const TIMEOUT_MS = 500;

let known: ReadonlySet<string> = new Set();
let readAt = Number.NEGATIVE_INFINITY;

/** Returns whether the operator has paused this at the console, as far as this isolate knows. */
export const isPausedAtConsole = (name: string): boolean => known.has(name);

/** Sets what this isolate knows, as of a time in ms. */
export function rememberSwitches(names: Iterable<string>, at = Date.now()): void {
	known = new Set(names);
	readAt = at;
}

/**
 * Reads what is paused at the console, unless it was read a few seconds ago. Keeps the known state while the database
 * doesn't answer.
 */
export async function refreshSwitches(
	{ DB }: Pick<Env, "DB">,
	waitUntil: (promise: Promise<unknown>) => void,
): Promise<void> {
	const age = Date.now() - readAt;
	if (age < FRESH_MS) return;
	// Other requests don't wait in the meantime.
	readAt = Date.now();
	const reading = DB.withSession("first-unconstrained")
		.prepare("select name from switches")
		.all<{ name: string }>()
		.then(({ results }) => rememberSwitches(results.map(({ name }) => name)))
		.catch((error) => log("warn", "switches.unread", serializeError(error)));
	waitUntil(reading);
	if (age >= STALE_MS)
		await Promise.race([reading, new Promise((end) => setTimeout(end, TIMEOUT_MS))]);
}
