import pLimit from "p-limit";
import type { PreviewPolicy } from "../../worker/contract/catalogue/share-fields.ts";
import { MAX_FILE_SIZE } from "../../worker/contract/constants.ts";
import { typeOf } from "../../worker/contract/files/detect-type.ts";
import type { PreviewMaker } from "../../worker/contract/files/file-type.ts";
import type { Listing, PreviewFailure } from "../../worker/contract/files/previews.ts";
import { isChunkFailure } from "../lib/page/chunk-recovery.ts";
import { ApiFailure, isTransient } from "../lib/server/failure.ts";
import { browserNetwork } from "../upload-engine/transport/browser-network.ts";
import { TimeLimitError } from "./in-worker.ts";
import { type Original, wholeOriginal } from "./original.ts";
import type { MadePreviews, Rendition } from "./rendition.ts";

/** ms per file: on this device, and read over the network. */
const ONE_FILE_MS = 180_000;
const ONE_REMOTE_MS = 600_000;
const SENDS = 4;

/** `mark`: the name in the watermark. */
export type Shown = PreviewPolicy & { mark: string };

type PreviewedFile = {
	id: string;
	name: string;
	source: Original;
	isSample?: boolean | undefined;
};

export type Delivery = {
	put: (fileId: string, rendition: Rendition, signal: AbortSignal) => Promise<void>;
	fail: (fileId: string, reason: PreviewFailure) => Promise<void>;
};

/**
 * Makes and delivers previews: tracks and films one by one, concurrently with other files. Retries
 * files that take too long at the end. Resolves when all are delivered or `stop` aborts.
 */
export async function makePreviews(
	files: readonly PreviewedFile[],
	shown: Shown,
	delivery: Delivery,
	stop: AbortSignal,
): Promise<void> {
	const send = pLimit(SENDS);
	const late: PreviewedFile[] = [];
	const work = async (some: readonly PreviewedFile[], isLast = false) => {
		const sent: Promise<void>[] = [];
		for (const file of some) {
			const { id, name, source, isSample } = file;
			if (stop.aborted) return;
			const fail = async (reason: PreviewFailure, error: unknown) => {
				// If the file has gone from the device, the stored one is read on a later visit.
				if (stop.aborted || (await isGone(source))) return;
				console.info(`There will be no preview of ${name}: ${reason}.`, error);
				await delivery.fail(id, reason);
			};
			// In this order: once its clip has arrived, a track counts as complete.
			const sendAll = async (renditions: readonly Rendition[]) => {
				for (const rendition of renditions) {
					try {
						await send(() => delivery.put(id, rendition, stop));
					} catch (error) {
						// Anything the network held up is made on a later visit.
						if (!(error instanceof ApiFailure) || isTransient(error) || error.status === 404)
							return;
						await fail("refused", error);
					}
				}
			};
			const limit = source instanceof File ? ONE_FILE_MS : ONE_REMOTE_MS;
			let signal = stop;
			const attempt = () => {
				signal = AbortSignal.any([stop, AbortSignal.timeout(limit)]);
				return previewsOf(source, { ...shown, isSample }, signal);
			};
			try {
				const made = await attempt().catch(async (error: unknown) => {
					// Its code or bytes could not be loaded. Waiting loses nothing while offline.
					if (!isChunkFailure(error) && !isOffline(error)) throw error;
					await browserNetwork.whenOnline(stop);
					return attempt();
				});
				if (made.failure) sent.push(fail(made.failure, null));
				sent.push(sendAll(made.renditions));
			} catch (error) {
				const isSlow = error instanceof TimeLimitError || signal.aborted;
				if (isSlow && !isLast) late.push(file);
				else if (!isOffline(error) && !isChunkFailure(error))
					sent.push(fail(isSlow ? "slow" : "unreadable", error));
			}
		}
		await Promise.all(sent);
	};
	const isMedia = ({ name }: PreviewedFile) => typeOf(name)?.preview === "media";
	// Encoding takes the longest by far, and nothing else waits for it.
	await Promise.all([work(files.filter((file) => !isMedia(file))), work(files.filter(isMedia))]);
	// A slow device may have been busy with the upload, or with the others.
	await work(late, true);
}

const isGone = async (source: Original) =>
	source instanceof File &&
	source.size > 0 &&
	source
		.slice(0, 1)
		.arrayBuffer()
		.then(
			() => false,
			() => true,
		);

const isOffline = (error: unknown) => error instanceof ApiFailure && isTransient(error);

type Wanted = Shown & Pick<PreviewedFile, "isSample">;
type Maker = (
	file: Original,
	shown: Wanted,
	signal: AbortSignal,
) => Promise<readonly Rendition[] | MadePreviews>;

const picture: Maker = async (file, { mark, isSample }) => {
	const { preparedPicture, sampleOf } = await import("./prepared-pictures.ts");
	const whole = await wholeOriginal(file);
	// Both kinds, so that the creator can change their mind later.
	const { renditions } = await preparedPicture(whole, mark);
	return isSample ? [...renditions, ...(await sampleOf(whole))] : renditions;
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

type PageMaker = (
	pages: typeof import("./pages/page-in-worker.ts"),
	file: File,
	mark: string,
	signal: AbortSignal,
) => Promise<Rendition[]>;

const page =
	(make: PageMaker): Maker =>
	async (file, { mark }, signal) =>
		make(await import("./pages/page-in-worker.ts"), await wholeOriginal(file), mark, signal);

const drawn = (kind: "package" | "epub" | "rtf" | "text" | "font") =>
	page(({ pageInWorker }, file, mark, signal) => pageInWorker(file, kind, mark, signal));

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
	pdf: page(({ pdfInWorker }, file, mark, signal) => pdfInWorker(file, mark, signal)),
	package: drawn("package"),
	epub: drawn("epub"),
	rtf: drawn("rtf"),
	text: drawn("text"),
	font: drawn("font"),
	model: page(({ modelInWorker }, file, _mark, signal) => modelInWorker(file, signal)),
	zip: async (file) =>
		listed(await (await import("../upload-engine/archives/zip-listing.ts")).zipListing(file)),
	tar: async (file) =>
		listed(await (await import("../upload-engine/archives/tar-listing.ts")).tarListing(file)),
};

async function previewsOf(
	file: Original,
	shown: Wanted,
	signal: AbortSignal,
): Promise<MadePreviews> {
	const preview = typeOf(file.name)?.preview;
	if (!preview || file.size === 0 || file.size > MAX_FILE_SIZE)
		return { renditions: [], failure: null };
	const made = await PREVIEW_MAKERS[preview](file, shown, signal);
	if ("failure" in made) return made;
	return { renditions: [...made], failure: made.length > 0 ? null : "unreadable" };
}
