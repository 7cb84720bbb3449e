import { MAIN_FOLDER } from "../contract/constants.ts";
import { fitName, visibleName } from "../platform/safe-names.ts";
import { trimEndOf } from "../platform/trim-end.ts";

// Names that Windows keeps for devices, with any extension: "aux.txt" cannot be unpacked there.
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(?:\..*)?$/i;

/** One folder or file name that every common file system can hold. */
function safeComponent(raw: string): string {
	const visible = visibleName(raw)
		.replace(/[/\\:*?"<>|]/g, "_")
		.replace(/^ +/, "");
	const name = trimEndOf(visible, ". ");
	if (name === "") return "_";
	// Once more at the end: shortening may have laid bare another dot.
	return trimEndOf(fitName(RESERVED.test(name) ? `_${name}` : name), ". ");
}

/** The folder path's parts; none for the main folder, which is the root of an archive. */
function folderParts(folderPath: string | null): string[] {
	if (folderPath === null || folderPath === MAIN_FOLDER) return [];
	// Empty parts, "." and ".." name no folder of their own.
	return folderPath.split(/[/\\]/).filter((part) => !/^[. ]*$/.test(part));
}

/** A folder by its number, which it has in every spelling, and its path as this file spells it. */
type Folder = { id: number; path: string };
const TOP: Folder = { id: 0, path: "" };
const FILE = -1;

/** What names in one folder have in common that a file system without regard to case cannot keep apart. */
function keyOf(parent: Folder, name: string): string {
	return `${parent.id}/${name.toUpperCase().toLowerCase().normalize("NFC")}`;
}

/**
 * Hands out paths, each once, without regard to case. Names are kept by their folder's number: kept by
 * whole paths, the folders of 2,000 files, each 200 levels deep, would fill the Worker's memory.
 */
class Names {
	/** `FILE`, or the folder's number. */
	readonly #taken = new Map<string, number>();
	/** Folders that could not have the name they were asked for. */
	readonly #renamed = new Map<string, string>();
	readonly #next = new Map<string, number>();
	#folders = 0;

	/** `parent` + `name`, or with " (2)", " (3)"… before the extension when that is taken. */
	file(parent: Folder, name: string): string {
		const first = keyOf(parent, name);
		const [free, number] = this.#free(parent, name, this.#next.get(first) ?? 2, false);
		// So that a thousand files of one name are not a million look-ups.
		this.#next.set(first, number);
		this.#taken.set(keyOf(parent, free), FILE);
		return parent.path + free;
	}

	/** A folder in `parent`: folders of one name are one, but none shares its name with a file. */
	folder(parent: Folder, name: string): Folder {
		const asked = `${parent.id}/${name}`;
		const [free] = this.#free(parent, this.#renamed.get(asked) ?? name, 2, true);
		if (free !== name) this.#renamed.set(asked, free);
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
 * The path of every file inside the share's archives, for the share's files in their fixed order.
 *
 * A path depends only on the files before it, so adding files at the end changes none; and it is
 * the same in the archive of a folder, of a selection and of the whole share, so that entries
 * written ahead into a pack fit all of them.
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
