/** What the share page shows to whom, and how the Worker renders it. */
import type { ErrorBody } from "./errors.ts";
import type { Locale } from "./locales.ts";
import type { ShareFile, ShareResponse } from "./shares.ts";

/** Why a page is not shown. */
export type Refusal = Pick<ErrorBody, "code" | "message"> & { status: number };

/** What a share page is rendered from, inlined for the browser: the share, or why it is not shown. */
export type InlinedShare =
	| { page: ShareResponse; refusal?: undefined }
	| { page?: undefined; refusal: Refusal };

/** Renders the share page at an address. */
export type RenderShare = (input: { address: string; inlined: InlinedShare; locale: Locale }) => {
	html: string;
	title: string;
};

/** What a visitor can do with a share, first match first. */
export type ShareViewStatus =
	| "uploading"
	| "paid"
	| "owner"
	| "sold-out"
	| "stopped"
	| "no-route"
	| "for-sale";

/** A viewer's access to a share. */
export function shareViewStatusOf({ fileShare, creator }: ShareResponse): ShareViewStatus {
	if (fileShare.status === "uploading") return "uploading";
	if (fileShare.isOwner) return "owner";
	if (fileShare.isPaid) return "paid";
	if (fileShare.soldOut) return "sold-out";
	if (!fileShare.selling) return "stopped";
	return creator.acceptsCard || creator.acceptsDirect ? "for-sale" : "no-route";
}

/** What everyone else would see of the creator's own share, for "View as buyer". */
export function asBuyer(page: ShareResponse): ShareResponse {
	if (!page.fileShare.isOwner) return page;
	return { ...page, fileShare: { ...page.fileShare, isOwner: false, isPaid: false } };
}

/** A file with a picture preview, with its true proportions. */
export type Picture = { file: ShareFile /** width by height */; ratio: number };

const FALLBACK_RATIO = 4 / 3;

/** Returns the files for the gallery: those with a picture, in the creator's order. */
export function picturesOf(files: readonly ShareFile[]): Picture[] {
	return files.flatMap((file) => {
		const { preview } = file;
		if (!preview || !(preview.placeholder || preview.src)) return [];
		const ratio = preview.width && preview.height ? preview.width / preview.height : FALLBACK_RATIO;
		// Extreme ratios would break the rows; the preview shows them in full.
		return [{ file, ratio: Math.min(3, Math.max(0.4, ratio)) }];
	});
}

/**
 * Arranges pictures in rows that fill the width: the aspect ratios of each row sum to about `target`. A
 * last row that would be much taller than the others is merged with the one before.
 */
export function rowsOf(pictures: readonly Picture[], target: number): Picture[][] {
	const rows: Picture[][] = [];
	let row: Picture[] = [];
	let sum = 0;
	for (const picture of pictures) {
		const withIt = sum + picture.ratio;
		// The row ends where its sum is closer to the target: before this picture or after it.
		if (row.length > 0 && withIt - target > target - sum) {
			rows.push(row);
			row = [];
			sum = 0;
		}
		row.push(picture);
		sum += picture.ratio;
	}
	const last = rows.at(-1);
	if (row.length > 0 && last && sum < target * 0.55) last.push(...row);
	else if (row.length > 0) rows.push(row);
	return rows;
}

/**
 * The target sum of a row's aspect ratios, and how many pictures are shown before the rest is collapsed.
 */
export const GALLERY = {
	wide: { target: 2.6, first: 60 },
	narrow: { target: 1.6, first: 6 },
} as const;

/**
 * A row of one upright picture would be taller than the screen: its height is limited to about its
 * neighbours'.
 */
export function rowWidth(row: readonly Picture[], target: number): string | undefined {
	const sum = row.reduce((total, { ratio }) => total + ratio, 0);
	const share = sum / (target * 0.55);
	return share < 1 ? `${Math.round(share * 100)}%` : undefined;
}
