import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";

const wordsOf = (originalName: string) =>
	originalName
		.replace(/\.[^.]{1,5}$/, "")
		.replaceAll("_", " ")
		.trim() || originalName;

const withoutNumber = (words: string) =>
	words.replace(/^(?:\d{1,3}\s*[-.)]+\s*|0\d{1,2}\s+)+(?=\D)/, "");

/** From tags, else from file names, without a number that every name begins with. */
export function trackNamesOf(files: readonly ShareFile[]): string[] {
	const names = files.map(({ originalName }) => wordsOf(originalName));
	const place = (at: number) => new RegExp(`^0*${at + 1}(?!\\d)[-.)\\s]*(?=.)`);
	const areNumbered = names.length > 1 && names.every((name, at) => place(at).test(name));
	return names.map((name, at) => {
		const title = files[at]?.preview?.tags?.title;
		return title ?? withoutNumber(areNumbered ? name.replace(place(at), "") : name);
	});
}

/** A font's family and style; any other file's own name. */
export function titleOf({ originalName, preview }: ShareFile): string {
	const { family, style } = preview?.tags ?? {};
	return family ? [family, style].filter(Boolean).join(" ") : originalName;
}

/** Undefined if they differ. */
export function common<T>(values: readonly T[]): T | undefined {
	return values.every((value) => value === values[0]) ? values[0] : undefined;
}
