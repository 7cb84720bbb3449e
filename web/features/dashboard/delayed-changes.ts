import { useSyncExternalStore } from "react";
import { dismissToast, toast, toastFailure } from "../../ui/toast.ts";

const UNDO_MS = 10_000;

type Change = {
	slug: string;
	/** how the share is shown in the meantime: not at all, or as stopped */
	kind: "delete" | "stop";
	send: (init?: RequestInit) => Promise<unknown>;
	/** of the toast that offers the undo */
	title: string;
	text: string;
	undo: string;
	/** title if the request fails */
	failed: string;
};
type Waiting = Pick<Change, "kind"> & {
	/** Returns the request if it has been sent, otherwise true. */
	cancel: () => Promise<void> | true;
	send: (init?: RequestInit) => void;
};
const waiting = new Map<string, Waiting>();
const listeners = new Set<() => void>();
let shown: ReadonlyMap<string, Change["kind"]> = new Map();

function publish(): void {
	shown = new Map([...waiting].map(([slug, { kind }]) => [slug, kind]));
	for (const listener of listeners) listener();
}

/** Sends the request after 10 s, unless undone; survives the screen, and leaving the page sends it. */
export function changeLater({ slug, kind, send, failed, undo, ...message }: Change): void {
	undoChange(slug);
	const id = toast({
		...message,
		duration: UNDO_MS,
		action: { label: undo, run: () => void undoChange(slug) },
	});
	let sent: Promise<void> | null = null;
	const request = async (init?: RequestInit) => {
		clearTimeout(timer);
		dismissToast(id);
		try {
			await send(init);
		} catch (error) {
			toastFailure(failed, error);
		} finally {
			// A later decision may wait by now.
			if (waiting.get(slug) === change) waiting.delete(slug);
			publish();
		}
	};
	const change: Waiting = {
		kind,
		cancel() {
			clearTimeout(timer);
			dismissToast(id);
			return sent ?? true;
		},
		send(init) {
			sent = request(init);
		},
	};
	const timer = setTimeout(change.send, UNDO_MS);
	waiting.set(slug, change);
	publish();
}

/** Returns true if a change was undone, otherwise the end of its request. */
export function undoChange(slug: string): Promise<void> | true {
	const undone = waiting.get(slug)?.cancel() ?? Promise.resolve();
	waiting.delete(slug);
	publish();
	return undone;
}

/** Decisions on shares, by slug, that were not sent or not answered yet. */
export function useDelayedChanges(): ReadonlyMap<string, Change["kind"]> {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => shown,
	);
}

// The back/forward cache may never show the page again, and its timers are paused there.
window.addEventListener("pagehide", () => {
	// `keepalive` lets the request outlive the page; a failure is shown if the creator comes back.
	for (const { send } of waiting.values()) send({ keepalive: true });
});
