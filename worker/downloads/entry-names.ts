import { MAIN_FOLDER } from "../contract/constants.ts";
import { fitName, visibleName } from "../platform/safe-names.ts";

// Names that Windows keeps for devices, with any extension: "aux.txt" cannot be unpacked there.
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(?:\..*)?$/i;

/** One folder or file name that every common file system can hold. */
function safeComponent(raw: string): string {
	const name = visibleName(raw)
		.replace(/[/\\:*?"<>|]/g, "_")
		.replace(/^ +|[. ]+$/g, "");
	if (name === "") return "_";
	// Once more at the end: shortening may have laid bare another dot.
	return fitName(RESERVED.test(name) ? `_${name}` : name).replace(/[. ]+$/, "");
}

/** What names have in common that a file system without regard to case cannot keep apart. */
function folded(path: string): string {
	return path.toUpperCase().toLowerCase().normalize("NFC");
}

/** The folder path's parts; none for the main folder, which is the root of an archive. */
function folderParts(folderPath: string | null): string[] {
	if (folderPath === null || folderPath === MAIN_FOLDER) return [];
	// Empty parts, "." and ".." name no folder of their own.
	return folderPath.split(/[/\\]/).filter((part) => !/^[. ]*$/.test(part));
}

/** Hands out paths, each once, without regard to case. */
class Names {
	readonly #taken = new Map<string, "file" | "folder">();
	readonly #folders = new Map<string, string>();
	readonly #next = new Map<string, number>();

	/** `parent` + `name`, or with " (2)", " (3)"… before the extension when that is taken. */
	file(parent: string, name: string): string {
		const first = folded(parent + name);
		const [path, number] = this.#free(parent, name, this.#next.get(first) ?? 2, false);
		// So that a thousand files of one name are not a million look-ups.
		this.#next.set(first, number);
		this.#taken.set(folded(path), "file");
		return path;
	}

	/** The path of a folder: folders of one name are one, but none shares its name with a file. */
	folder(parent: string, name: string): string {
		const known = this.#folders.get(parent + name);
		if (known !== undefined) return known;
		const [path] = this.#free(parent, name, 2, true);
		this.#taken.set(folded(path), "folder");
		this.#folders.set(parent + name, `${path}/`);
		return `${path}/`;
	}

	#free(parent: string, name: string, from: number, orFolder: boolean): [string, number] {
		let path = parent + name;
		let number = from;
		for (;;) {
			const holder = this.#taken.get(folded(path));
			if (holder === undefined || (orFolder && holder === "folder")) return [path, number];
			path = parent + fitName(name, ` (${number++})`);
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
			(path, part) => names.folder(path, safeComponent(part)),
			"",
		);
		return names.file(parent, safeComponent(originalName));
	});
}
