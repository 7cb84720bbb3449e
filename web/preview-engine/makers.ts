import { WEB_TYPE } from "../../worker/catalogue/shares/contract/editions.ts";
import type { PreviewPolicy } from "../../worker/catalogue/shares/contract/share-fields.ts";
import type { RenditionKind } from "../../worker/catalogue/shares/contract/shares.ts";
import { MAX_FILE_SIZE } from "../../worker/contract/constants.ts";
import { readCredits, withCredits } from "../../worker/files/contract/credits.ts";
import { typeOf } from "../../worker/files/contract/detect-type.ts";
import type { PreviewMaker } from "../../worker/files/contract/file-type.ts";
import { readImageHeader } from "../../worker/files/contract/image-header.ts";
import { hasPreview } from "../../worker/files/previews/contract/missing-previews.ts";
import {
	HEAD_BYTES,
	type Listing,
	needsDisplay,
} from "../../worker/files/previews/contract/previews.ts";
import { inWorker } from "./in-worker.ts";
import type { MediaKind } from "./media/media-renditions.ts";
import { type Original, wholeOriginal } from "./original.ts";
import {
	isPicture,
	isPictureMaker,
	type PictureKind,
	type PictureRequest,
} from "./pictures/picture-request.ts";
import type { MadePreviews, Rendition } from "./rendition.ts";

/** `mark`: the watermark's text; empty while it is unknown. */
export type Shown = PreviewPolicy & {
	mark: string;
	/** the longest edge of the web sizes that the share sells, in pixels */
	webEdge?: number | undefined;
};

/** The order of making: the page's first previews, the blurs of its pictures, the rest, and renditions for buyers. */
export const TIERS = { first: 0, blur: 1, rest: 2, bought: 3 } as const;
type Tier = (typeof TIERS)[keyof typeof TIERS];

/** The order of sending: renditions seen when the page opens, those that are played, and those for buyers. */
export const TURNS = { seen: 0, played: 1, later: 2 } as const;

export function turnOf(
	kind: RenditionKind,
	{ images }: PreviewPolicy,
	{ isSample = false }: Pick<PreviewedFile, "isSample">,
): (typeof TURNS)[keyof typeof TURNS] {
	if (kind === "clip" || kind === "waveform") return TURNS.played;
	if (kind === "display" || kind === "web") return TURNS.later;
	const isSeen = kind !== "watermarked" || images === "watermark" || isSample;
	return isSeen ? TURNS.seen : TURNS.later;
}

/** Made in one go with the others of the same tier. */
export type Product = {
	kind: RenditionKind;
	tier: Tier;
	/** settings it depends on */
	setting?: string;
};

export type Plan = {
	/** in the order of sending: the file's main preview comes last */
	products: readonly Product[];
	isDear: (tier: Tier) => boolean;
	/** later than others of its tier */
	isLast: boolean;
	/** Returns the pixels decoded at the same time. */
	weigh: () => Promise<number>;
	make: (kinds: readonly RenditionKind[], signal: AbortSignal) => Promise<MadePreviews>;
};

export type PreviewedFile = {
	source: Original;
	/** seen sharp before payment */
	isSample?: boolean | undefined;
	/** a sample without the mark, which is a copy of its own */
	isUnmarked?: boolean | undefined;
	isCover?: boolean | undefined;
	noPreview?: boolean | undefined;
};

/** Returns null if the file has no previews, or none can be made. */
export function planOf(file: PreviewedFile, shown: Shown): Plan | null {
	const { source, noPreview } = file;
	const maker = typeOf(source.name)?.preview;
	const isHidden = noPreview || shown.images === "none";
	if (isHidden && !(shown.webEdge && isPicture(source))) return null;
	if (!hasPreview(maker, source.size) || source.size > MAX_FILE_SIZE) return null;
	if (maker === "media") return mediaPlan(source, shown);
	if (maker === "vector" || isPictureMaker(maker)) return picturePlan(file, shown, isHidden);
	return {
		products: [
			maker === "zip" || maker === "tar"
				? { kind: "listing", tier: TIERS.first }
				: { kind: "page", tier: TIERS.first, setting: shown.mark },
		],
		isDear: () => false,
		isLast: false,
		weigh: async () => 0,
		make: async (_, signal) => {
			const renditions = await PAGE_MAKERS[maker](source, shown.mark, signal);
			return { renditions, failure: renditions.length > 0 ? null : "unreadable" };
		},
	};
}

/** Pixels per byte of a picture whose header isn't read here. */
const PIXELS_PER_BYTE = 2;
/** ms; a picture that takes longer gets no preview. */
const PICTURE_MS = 45_000;

function picturePlan(
	{ source, isSample, isUnmarked, isCover }: PreviewedFile,
	{ mark, webEdge = 0 }: Shown,
	isHidden = false,
): Plan {
	const tier = isSample || isUnmarked || isCover ? TIERS.first : TIERS.blur;
	// The watermarked one too where pictures are blurred, so that the creator can change their mind.
	const kinds: PictureKind[] = [
		"image",
		...(mark === "" ? [] : (["watermarked"] as const)),
		...(isUnmarked ? (["sample"] as const) : []),
	];
	const type = typeOf(source.name);
	const maker = type?.preview;
	const shown = kinds.map((kind) => ({ kind, tier, setting: kind === "watermarked" ? mark : "" }));
	const hasWeb = webEdge > 0 && type?.mimeType !== "image/gif";
	const hasDisplay = type && needsDisplay({ mimeType: type.mimeType, size: source.size });
	const forBuyers: Product[] = hasWeb
		? [{ kind: "web", tier: TIERS.bought, setting: String(webEdge) }]
		: hasDisplay && !isHidden
			? [{ kind: "display", tier: TIERS.bought }]
			: [];
	return {
		products: isHidden ? forBuyers : [...shown, ...forBuyers],
		isDear: () => false,
		isLast: false,
		weigh: async () => {
			const head = new Uint8Array(await source.slice(0, HEAD_BYTES).arrayBuffer());
			const size = readImageHeader(head);
			return size ? size.width * size.height : source.size * PIXELS_PER_BYTE;
		},
		make: async (kinds, signal) => {
			const file = await wholeOriginal(source);
			const pictureRequest = { kinds: kinds as PictureKind[], mark, webEdge }; // the plan's own
			const renditions = isPictureMaker(maker)
				? await pictureInWorker({ file, maker, wanted: pictureRequest }, signal)
				: await (await import("./pictures/drawing-renditions.ts")).drawingRenditions(
						file,
						pictureRequest,
					);
			// A display copy may be impossible in its size; buyers then see the original.
			const isMade = renditions.length > 0 || kinds.includes("display");
			return {
				renditions: await Promise.all(renditions.map((made) => credited(made, file))),
				failure: isMade ? null : "unreadable",
			};
		},
	};
}

/** A web edition names its author as the original does. */
async function credited(rendition: Rendition, original: File): Promise<Rendition> {
	if (rendition.kind !== "web") return rendition;
	const credits = readCredits(new Uint8Array(await original.slice(0, HEAD_BYTES).arrayBuffer()));
	const jpeg = new Uint8Array(await rendition.body.arrayBuffer());
	return { ...rendition, body: new Blob([withCredits(jpeg, credits)], { type: WEB_TYPE }) };
}

function pictureInWorker(request: PictureRequest, signal: AbortSignal): Promise<Rendition[]> {
	const pool = request.maker === "heif" ? "heif" : "picture";
	const create = () =>
		pool === "heif"
			? new Worker(new URL("./pictures/heif.worker.ts", import.meta.url), { type: "module" })
			: new Worker(new URL("./pictures/picture.worker.ts", import.meta.url), { type: "module" });
	return inWorker<PictureRequest, Rendition[]>(create, request, signal, {
		total: PICTURE_MS,
		pool,
	});
}

function mediaPlan(source: Original, { clip }: Shown): Plan {
	const isFilm = typeOf(source.name)?.family === "video";
	const first: MediaKind[] = isFilm ? ["poster"] : ["tags", "art"];
	const rest: MediaKind[] = isFilm ? [] : ["waveform"];
	return {
		products: [
			...first.map((kind) => ({ kind, tier: TIERS.first })),
			...rest.map((kind) => ({ kind, tier: TIERS.rest })),
			{ kind: "clip", tier: TIERS.rest, setting: clip },
		],
		isDear: (tier) => tier === TIERS.rest,
		isLast: isFilm,
		weigh: async () => 0,
		make: async (kinds, signal) => {
			const { mediaInWorker } = await import("./media/media-in-worker.ts");
			return mediaInWorker(source, { kinds: kinds as MediaKind[], policy: clip }, signal); // the plan's own
		},
	};
}

type PageMaker = (file: Original, mark: string, signal: AbortSignal) => Promise<Rendition[]>;

function listed(listing: Listing | null): Rendition[] {
	const body = new Blob([JSON.stringify(listing)], { type: "application/json" });
	return listing ? [{ kind: "listing", body }] : [];
}

const loadPages = () => import("./pages/page-in-worker.ts");

const drawn =
	(kind: "package" | "epub" | "rtf" | "text" | "font"): PageMaker =>
	async (file, mark, signal) =>
		(await loadPages()).pageInWorker(await wholeOriginal(file), kind, mark, signal);

const PAGE_MAKERS: Record<
	Exclude<PreviewMaker, "media" | "raster" | "vector" | "heif" | "tiff" | "psd" | "raw">,
	PageMaker
> = {
	pdf: async (file, mark, signal) =>
		(await loadPages()).pdfInWorker(await wholeOriginal(file), mark, signal),
	package: drawn("package"),
	epub: drawn("epub"),
	rtf: drawn("rtf"),
	text: drawn("text"),
	font: drawn("font"),
	model: async (file, _mark, signal) =>
		(await loadPages()).modelInWorker(await wholeOriginal(file), signal),
	zip: async (file) =>
		listed(await (await import("../upload-engine/archives/zip-listing.ts")).zipListing(file)),
	tar: async (file) =>
		listed(await (await import("../upload-engine/archives/tar-listing.ts")).tarListing(file)),
};
