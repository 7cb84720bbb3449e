import { MAIN_FOLDER } from "../../contract/constants.ts";
import { fitName, visibleName } from "../../platform/safe-names.ts";
import { trimEndCharacters } from "../../platform/trim-end-characters.ts";

// Windows reserves these names for devices, with any extension: it can't unpack "aux.txt".
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(?:\..*)?$/i;

/** Returns a name that every common file system supports. */
function safeComponent(raw: string): string {
	const visible = visibleName(raw)
		.replace(/[/\\:*?"<>|]/g, "_")
		.replace(/^ +/, "");
	const name = trimEndCharacters(visible, ". ");
	if (name === "") return "_";
	// Trimmed again: shortening may leave a trailing dot.
	return trimEndCharacters(fitName(RESERVED.test(name) ? `_${name}` : name), ". ");
}

/** The main folder is the root of an archive. */
function folderParts(folderPath: string | null): string[] {
	if (folderPath === null || folderPath === MAIN_FOLDER) return [];
	// Empty segments, "." and ".." name no folder of their own.
	return folderPath.split(/[/\\]/).filter((part) => !/^[. ]*$/.test(part));
}

/** `id` is the same for every spelling; `path` is as this file spells it. */
type Folder = { id: number; path: string };
const TOP: Folder = { id: 0, path: "" };
const FILE = -1;

/** Names are equal if a case-insensitive file system can't keep them apart. */
function keyOf(parent: Folder, name: string): string {
	return `${parent.id}/${name.toUpperCase().toLowerCase().normalize("NFC")}`;
}

/**
 * Assigns unique paths, ignoring case. Indexed by the folder's number: with whole paths, 2,000 files in folders
 * 200 levels deep would exceed the Worker's memory.
 */
class Names {
	/** `FILE`, or the folder's number. */
	readonly #taken = new Map<string, number>();
	/** Folders that couldn't get the requested name. */
	readonly #renamed = new Map<string, string>();
	readonly #next = new Map<string, number>();
	#folders = 0;

	/** Appends " (2)", " (3)"… before the extension of a taken name. */
	file(parent: Folder, name: string): string {
		const first = keyOf(parent, name);
		const [free, number] = this.#free(parent, name, this.#next.get(first) ?? 2, false);
		// Otherwise a thousand files of one name would take a million look-ups.
		this.#next.set(first, number);
		this.#taken.set(keyOf(parent, free), FILE);
		return parent.path + free;
	}

	/** Equal names share a folder, but never a file's name. */
	folder(parent: Folder, name: string): Folder {
		const candidate = `${parent.id}/${name}`;
		const [free] = this.#free(parent, this.#renamed.get(candidate) ?? name, 2, true);
		if (free !== name) this.#renamed.set(candidate, free);
		const key = keyOf(parent, free);
		const id = this.#taken.get(key) ?? ++this.#folders;
		this.#taken.set(key, id);
		return { id, path: `${parent.path}${free}/` };
	}

	#free(parent: Folder, name: string, from: number, orFolder: boolean): [string, number] {
		let free = name;
		let number = from;
		for (;;) {
			const holder = this.#taken.get(keyOf(parent, free));
			if (holder === undefined || (orFolder && holder !== FILE)) return [free, number];
			free = fitName(name, ` (${number++})`);
		}
	}
}

/**
 * Depends only on earlier files in their fixed order, so that entries prepared in a pack fit every archive of the
 * share.
 */
export function entryNames(
	files: readonly { originalName: string; folderPath: string | null }[],
): string[] {
	const names = new Names();
	return files.map(({ originalName, folderPath }) => {
		const parent = folderParts(folderPath).reduce(
			(folder, part) => names.folder(folder, safeComponent(part)),
			TOP,
		);
		return names.file(parent, safeComponent(originalName));
	});
}
