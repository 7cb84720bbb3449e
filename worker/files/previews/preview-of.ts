import { isLesser } from "../../catalogue/shares/contract/editions.ts";
import {
	type FilePreview,
	type FileTags,
	PAGE_KINDS,
	type RenditionKind,
	type ShareFile,
	type ShownPage,
} from "../../catalogue/shares/contract/shares.ts";
import { renditionPath } from "../../catalogue/shares/cover.ts";
import { imagesOf } from "../../catalogue/shares/file-previews.ts";
import { type ShareRow, shares } from "../../catalogue/shares/tables.ts";
import type { FileType, PreviewMaker } from "../contract/file-type.ts";
import { FILE_TYPES, typeOfMime } from "../contract/file-types.ts";
import { isShownAsSample, type ShownPictures, showsSharp } from "./contract/samples.ts";
import { RASTER_TYPES } from "./make-image-preview.ts";
import type { renditions } from "./tables.ts";

type Row = typeof renditions.$inferSelect;

export type ShownRendition = Pick<
	Row,
	| "fileId"
	| "kind"
	| "hash"
	| "width"
	| "height"
	| "inline"
	| "durationMs"
	| "originalMs"
	| "startMs"
	| "pages"
>;

const PICTURE = ["sample", "watermarked", "image", "display", "web"] as const;
const PAGE = ["page"] as const;

/** The renditions that a file may have, best first. */
const RENDITIONS: Readonly<Record<Exclude<PreviewMaker, "media">, readonly RenditionKind[]>> = {
	raster: PICTURE,
	vector: PICTURE,
	heif: PICTURE,
	tiff: PICTURE,
	psd: PICTURE,
	raw: PICTURE,
	pdf: PAGE_KINDS,
	package: PAGE,
	epub: PAGE,
	rtf: PAGE,
	text: PAGE,
	font: ["page", "glyphs", "tags"],
	model: PAGE,
	zip: ["listing"],
	tar: ["listing"],
};
const FILM = ["clip", "poster"] as const;
const TRACK = ["clip", "waveform", "art", "tags"] as const;

function allKindsFor(type: FileType): readonly RenditionKind[] {
	if (!type.preview) return [];
	if (type.preview === "media") return type.family === "video" ? FILM : TRACK;
	return RENDITIONS[type.preview];
}

type PreviewedFile = {
	id: string;
	mimeType: string;
	noPreview: boolean;
	/** the pages of a document that are left out */
	hiddenPages: readonly RenditionKind[];
};

/** The columns of `ShownPictures`. */
export const SHOWN_PICTURES = {
	images: shares.imagePreview,
	samples: shares.samples,
	samplesMarked: shares.samplesMarked,
};

export const shownPictures = ({
	imagePreview: images,
	samples,
	samplesMarked,
}: Pick<ShareRow, "imagePreview" | "samples" | "samplesMarked">): ShownPictures => ({
	images,
	samples,
	samplesMarked,
});

type Viewer = {
	isCreator?: boolean;
	/** sees the original, or its sharp preview if browsers can't show it */
	mayDownload?: boolean;
};

function kindsOfType(mimeType: string): readonly RenditionKind[] {
	const type = typeOfMime(mimeType);
	return type ? allKindsFor(type) : [];
}

/** The kinds that a file may show, best first; never one of another family, whatever is stored. */
function kindsFor(
	file: PreviewedFile,
	share: ShownPictures,
	{ mayDownload = false }: Viewer = {},
): readonly RenditionKind[] {
	if (imagesOf(file, share.images) === "none") return [];
	return kindsOfType(file.mimeType).filter((kind) => {
		if (kind === "watermarked" && mayDownload && !RASTER_TYPES.includes(file.mimeType)) return true;
		if (kind === "sample" || kind === "watermarked") return showsSharp(kind, file.id, share);
		return kind !== "display" && kind !== "web" && !file.hiddenPages.includes(kind);
	});
}

/** The main kind of each MIME type before payment, with pictures blurred; absent without a preview. */
export const MAIN_KINDS: Readonly<Record<string, RenditionKind>> = Object.fromEntries(
	FILE_TYPES.flatMap(({ mimeType }) => {
		const kind = kindsOfType(mimeType).find((kind) => kind !== "sample" && kind !== "watermarked");
		return kind ? [[mimeType, kind]] : [];
	}),
);

/** True if a rendition of `kind` may be stored for a file of this type. */
export function fits(kind: RenditionKind, mimeType: string): boolean {
	return kindsOfType(mimeType).includes(kind);
}

export function clipOf<R extends { kind: RenditionKind }>(
	file: PreviewedFile,
	share: ShownPictures,
	rows: readonly R[],
): R | undefined {
	const isShown = kindsFor(file, share).includes("clip");
	return isShown ? rows.find((row) => row.kind === "clip") : undefined;
}

const UNSEEN: readonly RenditionKind[] = ["clip", "waveform", "tags", "glyphs"];

/** Returns the rendition that `/preview` serves before payment: a picture or a listing, never a clip. */
export function pictureOf<R extends { kind: RenditionKind }>(
	file: PreviewedFile,
	share: ShownPictures,
	rows: readonly R[],
	viewer?: Viewer,
): R | null {
	for (const kind of kindsFor(file, share, viewer)) {
		const row = UNSEEN.includes(kind) ? undefined : rows.find((row) => row.kind === kind);
		if (row) return row;
	}
	return null;
}

/**
 * Null means a placeholder. Rows read with `inline` contain the preview as a data URI, the others get a URL. A
 * document begins with the first page that isn't hidden; its creator also gets the hidden ones.
 */
export function presentPreview(
	file: PreviewedFile,
	share: ShownPictures,
	rows: readonly ShownRendition[],
	viewer: Viewer = {},
): FilePreview | null {
	const best = kindsFor(file, share, viewer)
		.map((kind) => rows.find((row) => row.kind === kind))
		.find((row) => row !== undefined);
	if (!best) return null;
	const isDocument = PAGE_KINDS.some((kind) => kind === best.kind);
	const pages = isDocument ? pagesOf(rows) : [];
	const isHidden = ({ number }: ShownPage) =>
		PAGE_KINDS.slice(number - 1, number).some((kind) => file.hiddenPages.includes(kind));
	const hiddenPages = viewer.isCreator ? pages.filter(isHidden) : [];
	const morePages = pages.filter((page) => !isHidden(page)).slice(1);
	const picture = pictureOf(file, share, rows, viewer);
	const isSample = isShownAsSample(best.kind, file.id, share);
	const tiny = rows.find((row) => row.kind === "image");
	const clip = rows.find((row) => row.kind === "clip");
	const tags = rows.find((row) => row.kind === "tags")?.inline;
	const glyphs = rows.find((row) => row.kind === "glyphs");
	const hasAddress =
		picture !== null && picture.kind !== "listing" && !(picture === tiny && tiny.inline);
	return {
		kind: isDocument ? "page" : best.kind,
		width: best.width ?? picture?.width ?? null,
		height: best.height ?? picture?.height ?? null,
		// Next to a sharp picture it is only a fallback, so the page doesn't carry it.
		placeholder:
			tiny && tiny !== picture && hasAddress ? renditionPath(tiny.hash) : (tiny?.inline ?? null),
		src: hasAddress ? renditionPath(picture.hash) : null,
		...(isSample && { isSample }),
		pages: picture?.pages ?? null,
		durationMs: rows.find((row) => row.originalMs !== null)?.originalMs ?? null,
		clipMs: clip?.durationMs ?? null,
		...(clip?.startMs && { clipStartMs: clip.startMs }),
		waveform: rows.find((row) => row.kind === "waveform")?.inline ?? null,
		...(morePages.length > 0 && { morePages }),
		...(hiddenPages.length > 0 && { hiddenPages }),
		// Written by `checkTags`.
		...(tags && { tags: JSON.parse(tags) as FileTags }),
		...(glyphs && { glyphs: renditionPath(glyphs.hash) }),
	};
}

export const isEdition = ({ kind }: { kind: RenditionKind }): boolean => isLesser(kind);
/** A copy of a screen's size for those who may download, or the web edition in its place. */
export const isDisplay = ({ kind }: { kind: RenditionKind }): boolean =>
	kind === "display" || kind === "web";

export function presentDisplay(rows: readonly ShownRendition[]): ShareFile["display"] {
	const row = rows.find(isDisplay);
	return row?.width && row.height ? { width: row.width, height: row.height } : undefined;
}

/** A document's pages in order, up to the first missing one. */
function pagesOf(rows: readonly ShownRendition[]): ShownPage[] {
	const pages: ShownPage[] = [];
	for (const [at, kind] of PAGE_KINDS.entries()) {
		const row = rows.find((row) => row.kind === kind);
		if (!row?.width || !row.height) return pages;
		const { width, height } = row;
		pages.push({ src: renditionPath(row.hash), width, height, number: at + 1 });
	}
	return pages;
}
