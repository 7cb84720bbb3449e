import { log, serializeError } from "./log.ts";

/** How long an isolate goes by what it has read. ms */
const FRESH_MS = 5_000;
/** After this the request waits, since much may have happened; before, the next one knows. ms */
const STALE_MS = 60_000;
/** How long a request waits at most: the database may be why something is paused. ms */
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
 * Reads what is paused at the console, when it was read some seconds ago. What is known stays while the
 * database does not answer.
 */
export async function refreshSwitches(
	{ DB }: Pick<Env, "DB">,
	waitUntil: (promise: Promise<unknown>) => void,
): Promise<void> {
	const age = Date.now() - readAt;
	if (age < FRESH_MS) return;
	// The requests meanwhile go on.
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
