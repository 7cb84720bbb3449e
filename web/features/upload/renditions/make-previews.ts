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

/** What is written over sharp pictures. */
const MARK = "PREVIEW";

type PreviewedFile = { id: string; name: string; source: Blob | null };

/**
 * Creates the files' previews and sends them, in parallel with the upload: tracks and films
 * one after the other, and so the other files. A preview
 * that fails is left out: buyers then see a placeholder, and the upload is not affected.
 */
export function makePreviews(
	uploadId: string,
	files: readonly PreviewedFile[],
	policy: PreviewPolicy,
): { finished: (signal: AbortSignal) => Promise<void>; stop: () => void } {
	const run = new AbortController();
	const work = async (some: readonly PreviewedFile[]) => {
		for (const { id, source } of some) {
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
	};
	const isMedia = ({ name }: PreviewedFile) => typeOf(name)?.preview === "media";
	// Encoding takes the longest by far, and nothing else waits for it.
	const all = Promise.all([
		work(files.filter((file) => !isMedia(file))),
		work(files.filter(isMedia)),
	]);
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
	return imageRenditions(file, policy.images === "watermark", MARK);
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

const pages = () => import("./pages/page-in-worker.ts");

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
		const { mediaInWorker } = await import("./media/media-in-worker.ts");
		return mediaInWorker(file, policy.clip, signal);
	},
	pdf: async (file, _policy, signal) => (await pages()).pdfInWorker(file, MARK, signal),
	package: async (file, _policy, signal) =>
		(await pages()).pageInWorker(file, "package", MARK, signal),
	epub: async (file, _policy, signal) => (await pages()).pageInWorker(file, "epub", MARK, signal),
	rtf: async (file, _policy, signal) => (await pages()).pageInWorker(file, "rtf", MARK, signal),
	text: async (file, _policy, signal) => (await pages()).pageInWorker(file, "text", MARK, signal),
	font: async (file, _policy, signal) => (await pages()).pageInWorker(file, "font", MARK, signal),
	model: async (file, _policy, signal) => (await pages()).modelInWorker(file, signal),
	zip: async (file) => listed(await (await import("./archives/zip-listing.ts")).zipListing(file)),
	tar: async (file) => listed(await (await import("./archives/tar-listing.ts")).tarListing(file)),
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
