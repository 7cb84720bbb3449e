import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";

/** Returns the file's name as people write it: without the extension and a number in front. */
function bareName(originalName: string): string {
	const bare = originalName.replace(/\.[^.]{1,5}$/, "").replaceAll("_", " ");
	return bare.replace(/^(?:\d{1,3}\s*[-.)]+\s*|0\d{1,2}\s+)+(?=\D)/, "").trim() || originalName;
}

/**
 * Returns the titles of tracks in their order: from their tags, else of their files' names. Where every name
 * begins with the track's place, that number is no part of it.
 */
export function trackNamesOf(files: readonly ShareFile[]): string[] {
	const begins = (name: string, at: number) => new RegExp(`^0*${at + 1}\\D`).test(name);
	const areNumbered =
		files.length > 1 && files.every(({ originalName }, at) => begins(originalName, at));
	return files.map(({ originalName, preview }, at) => {
		if (preview?.tags?.title) return preview.tags.title;
		const rest = originalName.replace(new RegExp(`^0*${at + 1}\\s+`), "");
		return bareName(areNumbered ? rest : originalName);
	});
}

/** Returns what all of these are, undefined when they differ. */
export function common<T>(values: readonly T[]): T | undefined {
	return values.every((value) => value === values[0]) ? values[0] : undefined;
}
