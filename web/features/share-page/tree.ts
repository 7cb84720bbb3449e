import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { MAIN_FOLDER } from "../../../worker/contract/constants.ts";
import { isMainFile } from "../../../worker/files/contract/files.ts";

export type Tree<T> = {
	/** of a chain of folders: "Presets / Warm" */
	name: string;
	folders: Tree<T>[];
	items: T[];
	/** items at any depth */
	count: number;
	/** bytes */
	size: number;
};

const folder = <T>(name: string): Tree<T> => ({ name, folders: [], items: [], count: 0, size: 0 });

/** `pathOf` returns an item's folders, outermost first. */
export function treeOf<T extends { size: number }>(
	items: readonly T[],
	pathOf: (item: T) => readonly string[],
): Tree<T> {
	const root = folder<T>("");
	const known = new Map([["", root]]);
	for (const item of items) {
		let at = root;
		let path = "";
		at.count++;
		at.size += item.size;
		for (const name of pathOf(item)) {
			path += `/${name}`;
			let next = known.get(path);
			if (!next) {
				next = folder(name);
				known.set(path, next);
				at.folders.push(next);
			}
			at = next;
			at.count++;
			at.size += item.size;
		}
		at.items.push(item);
	}
	return { ...root, folders: root.folders.map(withoutChains) };
}

function withoutChains<T>(tree: Tree<T>): Tree<T> {
	const [only] = tree.folders;
	if (only && tree.folders.length === 1 && tree.items.length === 0)
		return withoutChains({ ...only, name: `${tree.name} / ${only.name}` });
	return { ...tree, folders: tree.folders.map(withoutChains) };
}

export function firstOf<T>(tree: Tree<T>, rows: number): Tree<T> {
	let left = rows;
	const cut = (part: Tree<T>): Tree<T> => {
		const folders = part.folders.map(cut);
		const items = part.items.slice(0, left);
		left -= items.length;
		return { ...part, folders, items };
	};
	return cut(tree);
}

export type Folder = {
	path: string;
	/** main files first, in the creator's order */
	files: ShareFile[];
	/** null if all are of one kind */
	supportingFrom: number | null;
	/** bytes */
	size: number;
};

/** In the order of their first file, after Main Files. */
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
