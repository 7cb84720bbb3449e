import { type FileFamily, typeOfMime } from "../contract/file-types.ts";
import type { FilePreview, PreviewPolicy, RenditionKind } from "../contract/shares.ts";
import type { renditions } from "./tables.ts";

type Row = typeof renditions.$inferSelect;

/** The columns of a rendition that a page shows; `Row` without what only the store needs. */
export type ShownRendition = Pick<Row, "fileId" | "kind" | "hash" | "width" | "height" | "inline">;

/** What may be shown of a family's files before payment, best first. */
const RENDITIONS: Readonly<Record<FileFamily, readonly RenditionKind[]>> = {
	image: ["watermarked", "image"],
	video: ["clip", "poster"],
	audio: ["clip"],
	archive: ["listing"],
	document: [],
	text: [],
};

/** The kinds that fit a file, best first. Never a kind of another family, whatever is stored. */
function kindsFor(mimeType: string, images: PreviewPolicy["images"]): readonly RenditionKind[] {
	const type = typeOfMime(mimeType);
	if (!type) return [];
	const kinds = RENDITIONS[type.family];
	return images === "watermark" ? kinds : kinds.filter((kind) => kind !== "watermarked");
}

/** Returns true when a rendition of `kind` may be stored for a file of this type. */
export function fits(kind: RenditionKind, mimeType: string): boolean {
	return kindsFor(mimeType, "watermark").includes(kind);
}

/** Returns the rendition that `/preview` serves before payment: a picture or a listing, never a clip. */
export function pictureOf<R extends { kind: RenditionKind }>(
	mimeType: string,
	images: PreviewPolicy["images"],
	rows: readonly R[],
): R | null {
	for (const kind of kindsFor(mimeType, images)) {
		const row = kind === "clip" ? undefined : rows.find((row) => row.kind === kind);
		if (row) return row;
	}
	return null;
}

/** Returns the content-addressed URL of a rendition. */
function renditionPath(hash: string): string {
	return `/api/renditions/${hash}`;
}

/**
 * Returns a file's preview for a response; null means a placeholder by type. Rows read with `inline`
 * contain it as a data URI, the others get a URL.
 */
export function presentPreview(
	mimeType: string,
	images: PreviewPolicy["images"],
	rows: readonly ShownRendition[],
): FilePreview | null {
	const best = kindsFor(mimeType, images)
		.map((kind) => rows.find((row) => row.kind === kind))
		.find((row) => row !== undefined);
	if (!best) return null;
	const picture = pictureOf(mimeType, images, rows);
	const tiny = rows.find((row) => row.kind === "image");
	const hasAddress =
		picture !== null && picture.kind !== "listing" && !(picture === tiny && tiny.inline);
	return {
		kind: best.kind,
		width: best.width ?? picture?.width ?? null,
		height: best.height ?? picture?.height ?? null,
		placeholder: tiny?.inline ?? null,
		src: hasAddress ? renditionPath(picture.hash) : null,
	};
}
