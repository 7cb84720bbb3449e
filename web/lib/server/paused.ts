import { useEffect, useSyncExternalStore } from "react";
import { PAUSED_ATTRIBUTE, type Switch, switchOf } from "../../../worker/contract/switches.ts";

/** How often the server is asked whether a pause has ended. ms */
const CHECK_MS = 60_000;

let paused: ReadonlySet<string> | null = null;
const listeners = new Set<() => void>();

/** The document that this tab was opened with says what was paused then. */
function current(): ReadonlySet<string> {
	paused ??= new Set(
		document.documentElement.getAttribute(PAUSED_ATTRIBUTE)?.split(" ").filter(Boolean),
	);
	return paused;
}

/** Replaces what is known to be paused. */
export function setPaused(names: Iterable<string>): void {
	paused = new Set(names);
	for (const listener of listeners) listener();
}

/** Notes that the server refused a call because the operator has paused what it asks for. */
export function notePause(code: string): void {
	const name = switchOf(code);
	if (name && !current().has(name)) setPaused([...current(), name]);
}

/** Notes that the server answers again. */
export function noteAnswer(): void {
	if (paused?.has("maintenance")) setPaused([...paused].filter((name) => name !== "maintenance"));
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/**
 * Returns true while the operator has paused this, as far as the tab knows. `check` asks the server what is
 * paused; it is called every minute meanwhile.
 */
export function usePause(name: Switch, check: () => Promise<unknown>): boolean {
	const isPaused = useSyncExternalStore(
		subscribe,
		() => current().has(name),
		() => false,
	);
	useEffect(() => {
		if (!isPaused) return;
		const timer = setInterval(() => void check().catch(() => undefined), CHECK_MS);
		return () => clearInterval(timer);
	}, [isPaused, check]);
	return isPaused;
}
