import { MAIN_FOLDER, MAX_FOLDER_PATH_LENGTH } from "../../../../worker/contract/constants.ts";
import { typeOf } from "../../../../worker/files/contract/detect-type.ts";
import type { FileIcon } from "../../../../worker/files/contract/file-type.ts";
import { iconOf } from "../../../../worker/files/contract/file-types.ts";

export type FolderNameProblem = "empty" | "exists" | "slash" | "tooLong";

export function folderNameProblem(
	name: string,
	parent: string,
	folders: readonly string[],
): FolderNameProblem | null {
	const trimmed = name.trim();
	if (trimmed === "" || trimmed === "." || trimmed === "..") return "empty";
	if (/[/\\]/.test(trimmed)) return "slash";
	const path = pathIn(parent, trimmed);
	if (path.length > MAX_FOLDER_PATH_LENGTH) return "tooLong";
	// Buyers' file systems may treat two spellings as one folder.
	const same = fold(path);
	const isTaken = [MAIN_FOLDER, ...folders].some((folder) => fold(folder) === same);
	return isTaken ? "exists" : null;
}

function fold(path: string): string {
	return path.normalize("NFC").toLowerCase();
}

export function pathIn(parent: string, name: string): string {
	const clean = name.trim().normalize("NFC");
	return parent === MAIN_FOLDER ? clean : `${parent}/${clean}`;
}

/** Keeps only the top folder if the plan has no nesting. */
export function folderOfPath(path: string, isNested: boolean): string {
	const folders = path
		.split("/")
		.slice(0, -1)
		.map((part) => part.trim().normalize("NFC"))
		.filter((part) => part !== "" && part !== "." && part !== "..");
	return (isNested ? folders : folders.slice(0, 1)).join("/") || MAIN_FOLDER;
}

export const DEFAULT_FOLDERS = ["Images", "Documents", "Videos", "Audio", "Other"] as const;
type DefaultFolder = (typeof DEFAULT_FOLDERS)[number];

const FOLDERS: Partial<Record<FileIcon, DefaultFolder>> = {
	image: "Images",
	video: "Videos",
	audio: "Audio",
	document: "Documents",
};

export function defaultFolderOf(name: string): DefaultFolder {
	return FOLDERS[iconOf(typeOf(name)?.mimeType ?? "")] ?? "Other";
}

/** After `from`, the folder or a parent, was renamed to `to`. */
export function renamed(folder: string, from: string, to: string): string {
	if (folder === from) return to;
	return folder.startsWith(`${from}/`) ? to + folder.slice(from.length) : folder;
}

/** Main Files, then by name, each parent before its children. */
export function inOrder(folders: Iterable<string>): string[] {
	const all = new Set<string>();
	for (const folder of folders) {
		const parts = folder.split("/");
		for (let depth = 1; depth <= parts.length; depth++) all.add(parts.slice(0, depth).join("/"));
	}
	all.delete(MAIN_FOLDER);
	const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
	const byParts = (a: string, b: string) => {
		const [x, y] = [a.split("/"), b.split("/")];
		for (let i = 0; i < Math.min(x.length, y.length); i++) {
			const order = collator.compare(x[i] ?? "", y[i] ?? "");
			if (order !== 0) return order;
		}
		return x.length - y.length;
	};
	return [MAIN_FOLDER, ...Array.from(all).sort(byParts)];
}

export function depthOf(folder: string): number {
	return folder.split("/").length - 1;
}

export function nameOf(folder: string): string {
	return folder.slice(folder.lastIndexOf("/") + 1);
}

export function parentOf(folder: string): string {
	const slash = folder.lastIndexOf("/");
	return slash < 0 ? MAIN_FOLDER : folder.slice(0, slash);
}
