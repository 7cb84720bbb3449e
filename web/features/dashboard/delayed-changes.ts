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
type Waiting = Pick<Change, "kind"> & { cancel: () => boolean; send: (init?: RequestInit) => void };
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
	let isSent = false;
	const sendNow = async (init?: RequestInit) => {
		isSent = true;
		clearTimeout(timer);
		dismissToast(id);
		try {
			await send(init);
		} catch (error) {
			toastFailure(failed, error);
		} finally {
			waiting.delete(slug);
			publish();
		}
	};
	const timer = setTimeout(sendNow, UNDO_MS);
	const cancel = () => {
		clearTimeout(timer);
		dismissToast(id);
		return !isSent;
	};
	waiting.set(slug, { kind, cancel, send: (init) => void sendNow(init) });
	publish();
}

/** Returns false if the request has been sent. */
export function undoChange(slug: string): boolean {
	const isUndone = waiting.get(slug)?.cancel() ?? false;
	waiting.delete(slug);
	publish();
	return isUndone;
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
