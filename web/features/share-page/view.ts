import { MAIN_FOLDER } from "../../../worker/contract/constants.ts";
import { type FileIcon, iconOf } from "../../../worker/contract/files.ts";
import { standingOf } from "../../../worker/contract/share-view.ts";
import type { ShareFile, SharePage } from "../../../worker/contract/shares.ts";

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
