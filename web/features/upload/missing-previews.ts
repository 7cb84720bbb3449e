import { useSyncExternalStore } from "react";
import { updateLinkCard } from "../../lib/link-card/update-card.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import {
	fetchMissingPreviews,
	putPreviewFailure,
	refreshPreviews,
} from "../../lib/server/queries/missing-previews.ts";
import type { Delivery } from "../../preview-engine/make-previews.ts";
import { putRendition } from "./put-rendition.ts";

const LOCK = "tillbox-previews";
/** ms between attempts at what is still missing. */
const REST_MS = 60_000;

let makers = 0;
let lastEnd = -REST_MS;
const listeners = new Set<() => void>();

function count(more: 1 | -1): void {
	makers += more;
	for (const listener of listeners) listener();
}

export function useIsMaking(): boolean {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => makers > 0,
	);
}

/** Runs `work`; until it ends, no tab of this browser starts on the same previews. */
export async function whileMaking(work: () => Promise<void>): Promise<void> {
	count(1);
	const done = work()
		.catch((error: unknown) => console.info("The previews are made on a later visit.", error))
		.finally(() => count(-1));
	if ("locks" in navigator) void navigator.locks.request(LOCK, { mode: "shared" }, () => done);
	await done;
}

/** Does nothing while a tab of this browser makes previews. */
async function unlessMaking(work: () => Promise<void>): Promise<void> {
	if (makers > 0) return;
	if (!("locks" in navigator)) return work();
	await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

export const toPublished: Delivery = {
	put: (fileId, rendition, signal) => putRendition(null, fileId, rendition, signal),
	fail: async (fileId, reason) => {
		try {
			await putPreviewFailure(fileId, reason);
		} catch (error) {
			// Still missing, so a later visit tries again.
			if (!(error instanceof ApiFailure)) throw error;
		}
	},
};

/** Repeats until the returned function is called. */
export function keepMaking(mark: string): () => void {
	const make = () => void makeMissingPreviews(mark, false);
	const first = setTimeout(make, Math.max(0, lastEnd + REST_MS - performance.now()));
	const later = setInterval(make, REST_MS);
	return () => {
		clearTimeout(first);
		clearInterval(later);
	};
}

/** From the stored originals, share by share; `again` retries failed ones. Never throws. */
export async function makeMissingPreviews(mark: string, again: boolean): Promise<void> {
	await unlessMaking(async () => {
		count(1);
		try {
			await makeAll(mark, again);
		} catch (error) {
			console.info("The previews are made on a later visit.", error);
		} finally {
			lastEnd = performance.now();
			count(-1);
			refreshPreviews();
		}
	});
}

async function makeAll(mark: string, again: boolean): Promise<void> {
	const [{ makePreviews }, { RemoteOriginal }] = await Promise.all([
		import("../../preview-engine/make-previews.ts"),
		import("../../preview-engine/original.ts"),
	]);
	const run = new AbortController();
	const tried = new Set<string>();
	for (;;) {
		const { shares } = await fetchMissingPreviews();
		const due = shares.flatMap(({ files, ...share }) => {
			const untried = files.filter(
				({ id, failure }) => !tried.has(id) && (again || failure === null),
			);
			return untried.length > 0 ? [{ ...share, files: untried }] : [];
		});
		if (due.length === 0) return;
		for (const { shareId, preview, files } of due) {
			for (const { id } of files) tried.add(id);
			await makePreviews(
				files.map((file) => ({ ...file, source: new RemoteOriginal(file, run.signal) })),
				{ ...preview, mark },
				toPublished,
				run.signal,
			);
			refreshPreviews(shareId);
			void updateLinkCard(shareId);
		}
	}
}
