import { MAIN_FOLDER } from "../../../worker/contract/constants.ts";
import { type FileIcon, iconOf } from "../../../worker/contract/file-types.ts";
import { isMainFile } from "../../../worker/contract/files.ts";
import { shareViewStatusOf } from "../../../worker/contract/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/contract/shares.ts";

/** Returns true when this viewer may download the originals. */
export function mayDownload(page: ShareResponse): boolean {
	const viewStatus = shareViewStatusOf(page);
	return viewStatus === "paid" || viewStatus === "owner";
}

export type Folder = {
	path: string;
	/** main files first, then supporting ones; otherwise in the creator's order */
	files: ShareFile[];
	/** index of the first supporting file in `files`; null when all are of one kind */
	supportingFrom: number | null;
	/** bytes */
	size: number;
};

/** Returns files by folder: Main Files first, then the others in the order of their first file. */
export function foldersOf(files: readonly ShareFile[]): Folder[] {
	const byPath = new Map<string, ShareFile[]>();
	for (const file of files) {
		const found = byPath.get(file.folderPath);
		if (found) found.push(file);
		else byPath.set(file.folderPath, [file]);
	}
	const folders = [...byPath].map(([path, inside]): Folder => {
		const main = inside.filter(isMainFile);
		const supporting = inside.filter((file) => !isMainFile(file));
		return {
			path,
			files: [...main, ...supporting],
			supportingFrom: main.length > 0 && supporting.length > 0 ? main.length : null,
			size: inside.reduce((sum, file) => sum + file.size, 0),
		};
	});
	const main = folders.filter((folder) => folder.path === MAIN_FOLDER);
	return [...main, ...folders.filter((folder) => folder.path !== MAIN_FOLDER)];
}

/** Returns how many files of each kind there are, in descending order. */
export function kindsOf(files: readonly ShareFile[]): [FileIcon, number][] {
	const counts = new Map<FileIcon, number>();
	for (const file of files) {
		const kind = iconOf(file.mimeType);
		counts.set(kind, (counts.get(kind) ?? 0) + 1);
	}
	return [...counts].sort((a, b) => b[1] - a[1]);
}

/** Returns true when the preview has anything to show or play. */
export function isPreviewable(file: ShareFile, paid: boolean): boolean {
	if (file.preview !== null) return true;
	return paid && /^(?:image\/(?!svg)|audio\/|video\/)/.test(file.mimeType);
}
