import { MAIN_FOLDER } from "../../../worker/contract/constants.ts";
import { type FileIcon, iconOf } from "../../../worker/contract/files.ts";
import type { ShareFile, SharePage } from "../../../worker/contract/shares.ts";

/** What a visitor can do with a share, first match first. */
export type Standing =
	| "uploading"
	| "paid"
	| "owner"
	| "sold-out"
	| "stopped"
	| "no-route"
	| "for-sale";

/** Where a viewer stands with a share. */
export function standingOf({ fileShare, creator }: SharePage): Standing {
	if (fileShare.status === "uploading") return "uploading";
	if (fileShare.isOwner) return "owner";
	if (fileShare.isPaid) return "paid";
	if (fileShare.soldOut) return "sold-out";
	if (!fileShare.selling) return "stopped";
	return creator.acceptsCard || creator.acceptsDirect ? "for-sale" : "no-route";
}

/** What everybody else would see of the creator's own share, for "View as buyer". */
export function asBuyer(page: SharePage): SharePage {
	if (!page.fileShare.isOwner) return page;
	return { ...page, fileShare: { ...page.fileShare, isOwner: false, isPaid: false } };
}

/** True when this viewer may download the originals. */
export function mayDownload(page: SharePage): boolean {
	const standing = standingOf(page);
	return standing === "paid" || standing === "owner";
}

export type Folder = { path: string; files: ShareFile[] /** bytes */; size: number };

/** Files by folder: Main Files first, then the others in the order of their first file. */
export function foldersOf(files: readonly ShareFile[]): Folder[] {
	const byPath = new Map<string, Folder>();
	for (const file of files) {
		const folder = byPath.get(file.folderPath);
		if (folder) {
			folder.files.push(file);
			folder.size += file.size;
		} else byPath.set(file.folderPath, { path: file.folderPath, files: [file], size: file.size });
	}
	const folders = [...byPath.values()];
	const main = folders.filter((folder) => folder.path === MAIN_FOLDER);
	return [...main, ...folders.filter((folder) => folder.path !== MAIN_FOLDER)];
}

/** How many files of each kind there are, most first. */
export function kindsOf(files: readonly ShareFile[]): [FileIcon, number][] {
	const counts = new Map<FileIcon, number>();
	for (const file of files) {
		const kind = iconOf(file.mimeType);
		counts.set(kind, (counts.get(kind) ?? 0) + 1);
	}
	return [...counts].sort((a, b) => b[1] - a[1]);
}

/** A file that shows a picture of itself, with its true proportions. */
export type Picture = { file: ShareFile /** width by height */; ratio: number };

const FALLBACK_RATIO = 4 / 3;

/** The files for the gallery: those with a picture, in the creator's order. */
export function picturesOf(files: readonly ShareFile[]): Picture[] {
	return files.flatMap((file) => {
		const { preview } = file;
		if (!preview || !(preview.placeholder || preview.src)) return [];
		const ratio = preview.width && preview.height ? preview.width / preview.height : FALLBACK_RATIO;
		// Extremes would break the rows; the preview shows them whole.
		return [{ file, ratio: Math.min(3, Math.max(0.4, ratio)) }];
	});
}

/**
 * Pictures in rows that fill the width: each row's proportions add up to about `target`. A last row
 * that would be much taller than the others joins the one before.
 */
export function rowsOf(pictures: readonly Picture[], target: number): Picture[][] {
	const rows: Picture[][] = [];
	let row: Picture[] = [];
	let sum = 0;
	for (const picture of pictures) {
		const withIt = sum + picture.ratio;
		// The row ends where it is closer to the target: before this picture or after it.
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

/** True when there is anything to look at or listen to in the preview. */
export function isPreviewable(file: ShareFile, paid: boolean): boolean {
	if (file.preview !== null) return true;
	return paid && /^(?:image\/(?!svg)|audio\/|video\/)/.test(file.mimeType);
}

/** Where the bytes are, as plain links: the browser shows the progress and resumes. */
export const downloads = {
	file: (id: string) => `/api/files/${id}/download`,
	folder: (shareId: string, path: string) =>
		`/api/file-shares/${shareId}/download-folder/${path.split("/").map(encodeURIComponent).join("/")}`,
	all: (shareId: string) => `/api/file-shares/${shareId}/download-all-assets`,
	preview: (id: string) => `/api/files/${id}/preview`,
	stream: (id: string) => `/api/files/${id}/stream`,
};
