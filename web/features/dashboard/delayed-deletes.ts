import { useSyncExternalStore } from "react";
import type { BuyersChoice } from "../../../worker/contract/catalogue/shares.ts";
import { deleteShare } from "../../lib/server/queries/shares.ts";

export const UNDO_MS = 10_000;

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

/** Deletes after 10 s, unless undone; survives the screen, and leaving the page sends pending deletions. */
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

/** Does nothing once the deletion has been sent. */
export function undoDelete(slug: string): void {
	clearTimeout(waiting.get(slug)?.timer);
	waiting.delete(slug);
	publish();
}

export function useHiddenShares(): ReadonlySet<string> {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => hidden,
	);
}

// The back/forward cache may never show the page again, and its timers are paused there.
window.addEventListener("pagehide", () => {
	for (const { timer, send } of waiting.values()) {
		clearTimeout(timer);
		// `keepalive` lets the request outlive the page; a failure is shown if the creator comes back.
		void send({ keepalive: true });
	}
});
