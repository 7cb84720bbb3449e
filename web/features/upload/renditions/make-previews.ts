import { MAX_FILE_SIZE } from "../../../../worker/contract/constants.ts";
import { typeOf } from "../../../../worker/contract/detect-type.ts";
import type { PreviewMaker } from "../../../../worker/contract/file-types.ts";
import type { Listing } from "../../../../worker/contract/previews.ts";
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
				const timer = setTimeout(resolve, TIMEOUT_MS);
				const finish = () => {
					clearTimeout(timer);
					resolve();
				};
				signal.addEventListener("abort", finish, { once: true });
				void all.then(finish);
			}),
		stop: () => run.abort(),
	};
}

type Maker = (file: File, policy: PreviewPolicy, signal: AbortSignal) => Promise<Rendition[]>;

const picture: Maker = async (file, policy) => {
	if (file.size > MAX_IMAGE) return [];
	const { imageRenditions } = await import("./image-renditions.ts");
	return imageRenditions(file, policy.images === "watermark");
};

const listed = (listing: Listing | null): Rendition[] =>
	listing
		? [
				{
					kind: "listing",
					body: new Blob([JSON.stringify(listing)], { type: "application/json" }),
				},
			]
		: [];

const none: Maker = async () => [];

/** How a browser makes the previews of a type. */
export const PREVIEW_MAKERS: Record<PreviewMaker, Maker> = {
	raster: picture,
	vector: picture,
	heif: none,
	tiff: none,
	psd: none,
	raw: none,
	media: async (file, policy, signal) => {
		const { mediaInWorker } = await import("./media-in-worker.ts");
		return mediaInWorker(file, policy.clip, signal);
	},
	pdf: none,
	package: none,
	epub: none,
	rtf: none,
	text: none,
	font: none,
	model: none,
	zip: async (file) => listed(await (await import("./zip-listing.ts")).zipListing(file)),
	tar: async (file) => listed(await (await import("./tar-listing.ts")).tarListing(file)),
};

async function renditionsOf(
	file: File,
	policy: PreviewPolicy,
	signal: AbortSignal,
): Promise<Rendition[]> {
	const preview = typeOf(file.name)?.preview;
	if (!preview || file.size === 0 || file.size > MAX_FILE_SIZE) return [];
	return PREVIEW_MAKERS[preview](file, policy, signal);
}
