import { isAbsolute, join, relative, sep } from "node:path";
import { MAIN_FOLDER } from "../../../../worker/contract/constants.ts";
import { safeLine } from "../output/text.ts";

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const FORBIDDEN = /[<>:"/\\|?*]/g;
const MAX_NAME = 200;

/** Makes a server's name, such as ".." or "C:\\x", one path segment on every system. */
export function safeName(name: string): string {
	const clean = safeLine(name)
		.normalize("NFC")
		.replace(FORBIDDEN, "_")
		// Windows drops them, so that two names could become one.
		.replace(/[. ]+$/, "");
	const short = [...clean].slice(0, MAX_NAME).join("");
	if (short === "" || /^\.+$/.test(short)) return "_";
	return RESERVED.test(short) ? `_${short}` : short;
}

/** Never a hidden name, nor an option of another command. */
export const nameOfTitle = (title: string): string =>
	safeName(title).replace(/^[.-]+/, (start) => "_".repeat(start.length));

type Named = { originalName: string; folderPath: string };

/** Keeps the share's names, and numbers those already taken, ignoring case. No path leads out of the folder. */
export function localPaths<File extends Named>(
	to: string,
	files: readonly File[],
): Map<File, string> {
	const taken = new Map<string, "file" | "folder">();
	const placed = (parent: string, kind: "file" | "folder", numbered: (n: number) => string) => {
		for (let n = 1; ; n++) {
			const path = join(parent, numbered(n));
			const holder = taken.get(path.toLowerCase());
			if (holder !== undefined && (kind === "file" || holder === "file")) continue;
			taken.set(path.toLowerCase(), kind);
			return path;
		}
	};
	const paths = new Map<File, string>();
	for (const file of files) {
		const folders = file.folderPath === MAIN_FOLDER ? [] : file.folderPath.split("/").map(safeName);
		const parent = folders.reduce(
			(above, name) => placed(above, "folder", (n) => (n === 1 ? name : `${name} (${n})`)),
			to,
		);
		const name = safeName(file.originalName);
		const path = placed(parent, "file", (n) => (n === 1 ? name : numbered(name, n)));
		const below = relative(to, path);
		if (isAbsolute(below) || below === ".." || below.startsWith(`..${sep}`))
			throw new Error(`The server named a file outside the folder: ${safeLine(file.originalName)}`);
		paths.set(file, path);
	}
	return paths;
}

function numbered(name: string, n: number): string {
	const [, stem = name, extension = ""] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [];
	return `${stem} (${n})${extension}`;
}
