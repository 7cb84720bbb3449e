import pLimit from "p-limit";
import { MAX_FILE_SIZE } from "../../../../worker/contract/constants.ts";
import { typeOf } from "../../../../worker/contract/detect-type.ts";
import type { PreviewMaker } from "../../../../worker/contract/file-type.ts";
import type { Listing } from "../../../../worker/contract/previews.ts";
import type { PreviewPolicy } from "../../../../worker/contract/shares.ts";
import { isChunkFailure } from "../../../lib/chunk-recovery.ts";
import { putRendition } from "./put-rendition.ts";
import type { MadePreviews, Rendition } from "./rendition.ts";

/** How long publishing waits for unfinished previews, and the time limit per file. ms */
const TIMEOUT_MS = 60_000;
const ONE_FILE_MS = 180_000;
/** Previews on their way at a time. */
const SENDS = 4;

/** What the creator chose to show, and the name that marks pictures. */
export type Shown = PreviewPolicy & { mark: string };

type PreviewedFile = { id: string; name: string; source: Blob | null };

/**
 * Creates the files' previews and sends them, in parallel with the upload: tracks and films one after the
 * other, and so the other files. A preview
 * that fails is left out: buyers then see a placeholder, and the upload is not affected.
 */
export function makePreviews(
	uploadId: string,
	files: readonly PreviewedFile[],
	shown: Shown,
): { finished: (signal: AbortSignal) => Promise<void>; stop: () => void } {
	const run = new AbortController();
	const send = pLimit(SENDS);
	const work = async (some: readonly PreviewedFile[]) => {
		const sent: Promise<void>[] = [];
		for (const { id, source } of some) {
			if (run.signal.aborted) return;
			if (!(source instanceof File)) continue;
			const signal = AbortSignal.any([run.signal, AbortSignal.timeout(ONE_FILE_MS)]);
			const failed = (error: unknown) => {
				if (!run.signal.aborted) console.info(`There will be no preview of ${source.name}.`, error);
			};
			try {
				// The next is made while these are on their way.
				const made = await previewsOf(source, shown, signal).catch(async (error: unknown) => {
					// Its code could not be loaded: without a connection nothing else is lost either.
					if (!isChunkFailure(error)) throw error;
					await connected(signal);
					return previewsOf(source, shown, signal);
				});
				if (made.failure) failed(made.failure);
				for (const rendition of made.renditions)
					sent.push(send(() => putRendition(uploadId, id, rendition, run.signal)).catch(failed));
			} catch (error) {
				failed(error);
			}
		}
		await Promise.all(sent);
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

/** Resolves when the browser has a connection. */
async function connected(signal: AbortSignal): Promise<void> {
	if (navigator.onLine) return;
	await new Promise((resolve, reject) => {
		addEventListener("online", resolve, { once: true, signal });
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	});
}

type Maker = (
	file: File,
	shown: Shown,
	signal: AbortSignal,
) => Promise<readonly Rendition[] | MadePreviews>;

const picture: Maker = async (file, { mark }) => {
	const { preparedPicture } = await import("./prepared-pictures.ts");
	// Both kinds, so that the creator can change their mind later.
	return (await preparedPicture(file, mark)).renditions;
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

/** How a browser makes the previews of a type. */
export const PREVIEW_MAKERS: Record<PreviewMaker, Maker> = {
	raster: picture,
	vector: picture,
	heif: picture,
	tiff: picture,
	psd: picture,
	raw: picture,
	media: async (file, { clip }, signal) => {
		const { mediaInWorker } = await import("./media/media-in-worker.ts");
		return mediaInWorker(file, clip, signal);
	},
	pdf: async (file, { mark }, signal) => (await pages()).pdfInWorker(file, mark, signal),
	package: async (file, { mark }, signal) =>
		(await pages()).pageInWorker(file, "package", mark, signal),
	epub: async (file, { mark }, signal) => (await pages()).pageInWorker(file, "epub", mark, signal),
	rtf: async (file, { mark }, signal) => (await pages()).pageInWorker(file, "rtf", mark, signal),
	text: async (file, { mark }, signal) => (await pages()).pageInWorker(file, "text", mark, signal),
	font: async (file, { mark }, signal) => (await pages()).pageInWorker(file, "font", mark, signal),
	model: async (file, _shown, signal) => (await pages()).modelInWorker(file, signal),
	zip: async (file) => listed(await (await import("./archives/zip-listing.ts")).zipListing(file)),
	tar: async (file) => listed(await (await import("./archives/tar-listing.ts")).tarListing(file)),
};

async function previewsOf(file: File, shown: Shown, signal: AbortSignal): Promise<MadePreviews> {
	const preview = typeOf(file.name)?.preview;
	if (!preview || file.size === 0 || file.size > MAX_FILE_SIZE)
		return { renditions: [], failure: null };
	const made = await PREVIEW_MAKERS[preview](file, shown, signal);
	if ("failure" in made) return made;
	return { renditions: [...made], failure: made.length > 0 ? null : "unreadable" };
}
