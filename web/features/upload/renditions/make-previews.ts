import { MAX_FILE_SIZE } from "../../../../worker/contract/constants.ts";
import { extensionOf, typeOf } from "../../../../worker/contract/files.ts";
import type { PreviewPolicy } from "../../../../worker/contract/shares.ts";
import { putRendition } from "./put-rendition.ts";
import type { Rendition } from "./rendition.ts";

/** How long publishing waits for unfinished previews, and the time limit per file. ms */
const TIMEOUT_MS = 60_000;
const ONE_FILE_MS = 180_000;
/** Browsers decode a picture completely; one that would exhaust the memory gets no preview. Bytes. */
const MAX_IMAGE = 200 * 1024 * 1024;

type PreviewedFile = { id: string; name: string; source: Blob | null };

/**
 * Creates the files' previews and sends them, one after the other, in parallel with the upload. A preview
 * that fails is left out: buyers then see a placeholder, and the upload is not affected.
 */
export function makePreviews(
	uploadId: string,
	files: readonly PreviewedFile[],
	policy: PreviewPolicy,
): { finished: (signal: AbortSignal) => Promise<void>; stop: () => void } {
	const run = new AbortController();
	const all = (async () => {
		for (const { id, source } of files) {
			if (run.signal.aborted) return;
			if (!(source instanceof File)) continue;
			const signal = AbortSignal.any([run.signal, AbortSignal.timeout(ONE_FILE_MS)]);
			try {
				for (const rendition of await renditionsOf(source, policy, signal))
					await putRendition(uploadId, id, rendition, signal);
			} catch (error) {
				if (!run.signal.aborted) console.info(`There will be no preview of ${source.name}.`, error);
			}
		}
	})();
	return {
		finished: (signal) =>
			new Promise((resolve) => {
				const timeoutMs = setTimeout(resolve, TIMEOUT_MS);
				const enough = () => {
					clearTimeout(timeoutMs);
					resolve();
				};
				signal.addEventListener("abort", enough, { once: true });
				void all.then(enough);
			}),
		stop: () => run.abort(),
	};
}

async function renditionsOf(
	file: File,
	policy: PreviewPolicy,
	signal: AbortSignal,
): Promise<Rendition[]> {
	if (file.size === 0 || file.size > MAX_FILE_SIZE) return [];
	switch (typeOf(file.name)?.family) {
		case "image": {
			if (file.size > MAX_IMAGE) return [];
			const { imageRenditions } = await import("./image-renditions.ts");
			return imageRenditions(file, policy.images === "watermark");
		}
		case "video":
		case "audio": {
			const { mediaInWorker } = await import("./media-in-worker.ts");
			return mediaInWorker(file, policy.clip, signal);
		}
		case "archive":
			return listingOf(file);
		default:
			return [];
	}
}

async function listingOf(file: File): Promise<Rendition[]> {
	const extension = extensionOf(file.name);
	const listing =
		extension === "zip"
			? await (await import("./zip-listing.ts")).zipListing(file)
			: extension === "tar"
				? await (await import("./tar-listing.ts")).tarListing(file)
				: null;
	if (!listing) return [];
	return [
		{
			kind: "listing",
			body: new Blob([JSON.stringify(listing)], { type: "application/json" }),
		},
	];
}
