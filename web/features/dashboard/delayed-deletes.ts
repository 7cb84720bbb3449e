import { useSyncExternalStore } from "react";
import type { BuyersChoice } from "../../../worker/contract/shares.ts";
import { deleteShare } from "../../lib/queries/shares.ts";

const UNDO_MS = 10_000;

type Waiting = {
	timer: number;
	buyers: BuyersChoice;
	failed: (error: unknown) => void;
	done: () => void;
};
const waiting = new Map<string, Waiting>();
const listeners = new Set<() => void>();
let hidden: ReadonlySet<string> = new Set();

function publish(): void {
	hidden = new Set(waiting.keys());
	for (const listener of listeners) listener();
}

/**
 * Hides a share at once and deletes it after 10 s, unless that is undone; `buyers` is what happens to
 * those who bought it. It outlives the screen that started it; closing the page sends pending deletions
 * at once. `done` and `failed` are called with the result.
 */
export function deleteLater(
	{ slug, buyers }: { slug: string; buyers: BuyersChoice },
	done: () => void,
	failed: Waiting["failed"],
): void {
	const timer = window.setTimeout(async () => {
		try {
			await deleteShare(slug, { buyers });
			done();
		} catch (error) {
			failed(error);
		} finally {
			waiting.delete(slug);
			publish();
		}
	}, UNDO_MS);
	waiting.set(slug, { timer, buyers, failed, done });
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

window.addEventListener("pagehide", (event) => {
	if (event.persisted) return;
	for (const [slug, { timer, buyers }] of waiting) {
		clearTimeout(timer);
		// `keepalive` lets the request outlive the page; a failure can then not be shown.
		deleteShare(slug, { buyers }, { keepalive: true }).catch(() => undefined);
	}
	waiting.clear();
});
