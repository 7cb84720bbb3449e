import { log, serializeError } from "./log.ts";

const FRESH_MS = 5_000;
/** ms; older knowledge makes the request wait */
const STALE_MS = 60_000;
/** ms; the database may be why something is paused */
const TIMEOUT_MS = 500;

let known: ReadonlySet<string> = new Set();
let readAt = Number.NEGATIVE_INFINITY;

export const isPausedAtConsole = (name: string): boolean => known.has(name);

export function rememberSwitches(names: Iterable<string>, at = Date.now()): void {
	known = new Set(names);
	readAt = at;
}

/** Reads pauses unless they were read seconds ago. Keeps the known state while the database doesn't answer. */
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
