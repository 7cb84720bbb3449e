import { useSyncExternalStore } from "react";
import type { BuyersChoice } from "../../../worker/contract/catalogue/shares.ts";
import { deleteShare } from "../../lib/server/queries/shares.ts";

const UNDO_MS = 10_000;

type Outcomes = {
	/** it can't be undone any more */
	sent: () => void;
	done: () => void;
	failed: (error: unknown) => void;
};
type Waiting = { timer: number; send: (options?: RequestInit) => Promise<void> };
const waiting = new Map<string, Waiting>();
const listeners = new Set<() => void>();
let hidden: ReadonlySet<string> = new Set();

function publish(): void {
	hidden = new Set(waiting.keys());
	for (const listener of listeners) listener();
}

/**
 * Hides a share at once and deletes it after 10 s, unless that is undone; `buyers` is what happens to
 * those who bought it. It outlives the screen that started it; leaving the page sends pending deletions
 * at once.
 */
export function deleteLater(
	{ slug, buyers }: { slug: string; buyers: BuyersChoice },
	{ sent, done, failed }: Outcomes,
): void {
	const send = async (options?: RequestInit) => {
		sent();
		try {
			await deleteShare(slug, { buyers }, options);
			done();
		} catch (error) {
			failed(error);
		} finally {
			waiting.delete(slug);
			publish();
		}
	};
	waiting.set(slug, { timer: window.setTimeout(send, UNDO_MS), send });
	publish();
}

/** Undoes a deletion that is still pending. */
export function undoDelete(slug: string): void {
	clearTimeout(waiting.get(slug)?.timer);
	waiting.delete(slug);
	publish();
}

/** The shares whose deletion is pending. */
export function useHiddenShares(): ReadonlySet<string> {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => hidden,
	);
}

// A page that is kept for going back may never be shown again, and its timers stand still meanwhile.
window.addEventListener("pagehide", () => {
	for (const { timer, send } of waiting.values()) {
		clearTimeout(timer);
		// `keepalive` lets the request outlive the page; a failure is shown to who comes back to it.
		void send({ keepalive: true });
	}
});
