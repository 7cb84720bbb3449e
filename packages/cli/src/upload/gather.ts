import { lstat, readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { CliFailure, EXIT, usageFailure } from "../failures.ts";
import type { DiskFile } from "./file-slice.ts";

export type LocalFile = DiskFile & {
	name: string;
	/** its folder in the share, "" for the top; segments separated by "/" */
	folder: string;
	/** whole ms since the epoch, as browsers report it */
	lastModified: number;
};

const IGNORED_NAMES = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

const collator = new Intl.Collator(undefined, { numeric: true });

/**
 * Returns files at these paths and in folders there. A single folder's content is at the top of the share; several
 * keep their names. `exclude`: names, or patterns with `*` and `?`.
 */
export async function gatherFiles(
	paths: readonly string[],
	exclude: readonly string[] = [],
): Promise<{ files: LocalFile[]; skipped: string[] }> {
	const patterns = exclude.map(patternOf);
	const isExcluded = (name: string) =>
		IGNORED_NAMES.has(name) || patterns.some((one) => one.test(name));
	const files: LocalFile[] = [];
	const skipped: string[] = [];
	for (const given of paths) {
		const path = resolve(given);
		const info = await stat(path).catch((cause: NodeJS.ErrnoException) => {
			throw new CliFailure("file.missing", EXIT.file, `${given} can't be read: ${cause.message}`, {
				cause,
			});
		});
		if (info.isDirectory())
			await walk(path, paths.length === 1 ? "" : basename(path), { files, skipped, isExcluded });
		else if (info.isFile()) files.push(localFile(path, "", info));
		else throw usageFailure(`${given} is neither a file nor a folder.`);
	}
	if (files.length === 0) throw usageFailure("There are no files to upload.");
	return { files, skipped };
}

type Found = {
	files: LocalFile[];
	skipped: string[];
	isExcluded: (name: string) => boolean;
};

/** Adds a folder's files by name, without links, which may lead anywhere. */
async function walk(path: string, folder: string, found: Found): Promise<void> {
	const names = (await readdir(path)).sort(collator.compare);
	for (const name of names) {
		if (found.isExcluded(name)) continue;
		const child = join(path, name);
		const info = await lstat(child).catch((error: unknown) => {
			// It isn't UTF-8: the decoded name names no file.
			if (name.includes("\ufffd")) return null;
			throw error;
		});
		if (info === null) found.skipped.push(child);
		else if (info.isDirectory()) await walk(child, folder ? `${folder}/${name}` : name, found);
		else if (info.isFile()) found.files.push(localFile(child, folder, info));
		else found.skipped.push(child);
	}
}

function localFile(
	path: string,
	folder: string,
	{ size, mtimeMs }: { size: number; mtimeMs: number },
): LocalFile {
	const lastModified = Math.max(0, Math.trunc(mtimeMs));
	return { path, folder, size, modifiedAt: mtimeMs, lastModified, name: basename(path) };
}

function patternOf(glob: string): RegExp {
	const escaped = glob.replace(/[.+^${}()|[\]\\]/g, "\\$&");
	return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "u");
}
