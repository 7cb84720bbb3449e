import { useEffect, useSyncExternalStore } from "react";
import { PAUSED_ATTRIBUTE, type Switch, switchOf } from "../../../worker/contract/switches.ts";

const CHECK_MS = 60_000;

let paused: ReadonlySet<string> | null = null;
const listeners = new Set<() => void>();

/** The document lists the features that were paused when this tab opened it. */
function current(): ReadonlySet<string> {
	paused ??= new Set(
		document.documentElement.getAttribute(PAUSED_ATTRIBUTE)?.split(" ").filter(Boolean),
	);
	return paused;
}

export function setPaused(names: Iterable<string>): void {
	paused = new Set(names);
	for (const listener of listeners) listener();
}

export function notePause(code: string): void {
	const name = switchOf(code);
	if (name && !current().has(name)) setPaused([...current(), name]);
}

export function noteAnswer(): void {
	if (paused?.has("maintenance")) setPaused([...paused].filter((name) => name !== "maintenance"));
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/**
 * True while the operator has paused this, as far as the tab knows. `check` refreshes that, every minute
 * during a pause.
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
