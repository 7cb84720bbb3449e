import pLimit from "p-limit";
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
/** Previews on their way at a time. */
const SENDS = 4;

/** What the creator chose to show, and the name that marks pictures. */
export type Shown = PreviewPolicy & { mark: string };

type PreviewedFile = { id: string; name: string; source: Blob | null };

/**
 * Creates the files' previews one after the other and sends them, in parallel with the upload. A preview
 * that fails is left out: buyers then see a placeholder, and the upload is not affected.
 */
export function makePreviews(
	uploadId: string,
	files: readonly PreviewedFile[],
	shown: Shown,
): { finished: (signal: AbortSignal) => Promise<void>; stop: () => void } {
	const run = new AbortController();
	const send = pLimit(SENDS);
	const all = (async () => {
		const sent: Promise<void>[] = [];
		for (const { id, source } of files) {
			if (run.signal.aborted) return;
			if (!(source instanceof File)) continue;
			const signal = AbortSignal.any([run.signal, AbortSignal.timeout(ONE_FILE_MS)]);
			const failed = (error: unknown) => {
				if (!run.signal.aborted) console.info(`There will be no preview of ${source.name}.`, error);
			};
			try {
				// The next is made while these are on their way.
				for (const rendition of await renditionsOf(source, shown, signal))
					sent.push(send(() => putRendition(uploadId, id, rendition, run.signal)).catch(failed));
			} catch (error) {
				failed(error);
			}
		}
		await Promise.all(sent);
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

type Maker = (file: File, shown: Shown, signal: AbortSignal) => Promise<Rendition[]>;

const picture: Maker = async (file, { images, mark }) => {
	const { preparedPicture } = await import("./prepared-pictures.ts");
	const { renditions } = await preparedPicture(file, mark);
	return images === "watermark" ? renditions : renditions.filter(({ kind }) => kind === "image");
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
	heif: picture,
	tiff: picture,
	psd: picture,
	raw: picture,
	media: async (file, { clip }, signal) => {
		const { mediaInWorker } = await import("./media-in-worker.ts");
		return mediaInWorker(file, clip, signal);
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

async function renditionsOf(file: File, shown: Shown, signal: AbortSignal): Promise<Rendition[]> {
	const preview = typeOf(file.name)?.preview;
	if (!preview || file.size === 0 || file.size > MAX_FILE_SIZE) return [];
	return PREVIEW_MAKERS[preview](file, shown, signal);
}
