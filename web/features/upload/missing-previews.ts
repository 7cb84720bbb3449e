import { useSyncExternalStore } from "react";
import type { MissingPreviews } from "../../../worker/files/previews/contract/previews.ts";
import { updateLinkCard } from "../../lib/link-card/update-card.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import {
	fetchMissingPreviews,
	putPreviewFailure,
	refreshPreviews,
} from "../../lib/server/queries/missing-previews.ts";
import { markOf, type Owner } from "./owner.ts";
import type { Published } from "./preview-delivery.ts";
import { putRendition } from "./put-rendition.ts";

const LOCK = "tillbox-previews";
/** ms between attempts at missing previews. */
const REST_MS = 60_000;

type MissingFile = MissingPreviews["shares"][number]["files"][number];

/** Failed files that were tried on this visit. */
const failed = new Set<string>();

/** True unless it failed on this visit. */
export const isDue = ({ id, failure }: MissingFile): boolean => failure === null || !failed.has(id);

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
		.catch((error: unknown) => console.info("The previews will be made on a later visit.", error))
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

export const toPublished: Published = {
	put: (fileId, rendition, signal) => putRendition(null, fileId, rendition, signal),
	fail: async (fileId, reason) => {
		failed.add(fileId);
		try {
			await putPreviewFailure(fileId, reason);
		} catch (error) {
			// Still missing, so a later visit tries again.
			if (!(error instanceof ApiFailure)) throw error;
		}
	},
};

/** Repeats until the returned function is called. */
export function keepMaking(owner: Owner): () => void {
	const make = () => void makeMissingPreviews(owner, false);
	const first = setTimeout(make, Math.max(0, lastEnd + REST_MS - performance.now()));
	const later = setInterval(make, REST_MS);
	return () => {
		clearTimeout(first);
		clearInterval(later);
	};
}

/** Works from the stored originals, share by share; `again` also retries failures of this visit. Never throws. */
export async function makeMissingPreviews(owner: Owner, again: boolean): Promise<void> {
	if (again) failed.clear();
	await unlessMaking(async () => {
		count(1);
		try {
			await makeAll(owner);
		} catch (error) {
			console.info("The previews will be made on a later visit.", error);
		} finally {
			lastEnd = performance.now();
			count(-1);
			refreshPreviews();
		}
	});
}

async function makeAll(owner: Owner): Promise<void> {
	const [{ stock }, { RemoteOriginal }, { PreviewDelivery }] = await Promise.all([
		import("../../preview-engine/stock.ts"),
		import("../../preview-engine/original.ts"),
		import("./preview-delivery.ts"),
	]);
	const run = new AbortController();
	const tried = new Set<string>();
	for (;;) {
		const { shares } = await fetchMissingPreviews();
		const due = shares.flatMap(({ files, ...share }) => {
			const untried = files.filter((file) => !tried.has(file.id) && isDue(file));
			return untried.length > 0 ? [{ ...share, files: untried }] : [];
		});
		if (due.length === 0) return;
		for (const { shareId, title, preview, webEdge, files } of due) {
			for (const { id, failure } of files) {
				tried.add(id);
				if (failure !== null) failed.add(id);
			}
			const delivery = new PreviewDelivery(
				stock,
				files.map((file) => ({ ...file, source: new RemoteOriginal(file, run.signal) })),
				{ ...preview, webEdge, mark: markOf(owner, title) },
				{ session: null, published: toPublished },
			);
			await delivery.ended;
			refreshPreviews(shareId);
			void updateLinkCard(shareId);
		}
	}
}
