// The share page prices and names editions, so nothing here may load Zod.

/** Forms in which a file is sold for less, each a kind of rendition; a file has at most one. */
const LESSER = {
	/** a picture in a smaller size */
	web: { extension: "jpg", mimeType: "image/jpeg" },
} as const;
export type LesserEdition = keyof typeof LESSER;
export const LESSER_EDITIONS = Object.keys(LESSER) as [LesserEdition, ...LesserEdition[]]; // it has no others

/** The editions in which a file is sold: its original, `full`, includes the others. */
export const EDITIONS = [...LESSER_EDITIONS, "full"] as const;
export type Edition = (typeof EDITIONS)[number];

export const isLesser = (kind: string): kind is LesserEdition => Object.hasOwn(LESSER, kind);

/** Of a picture's web edition. */
export const WEB_TYPE = LESSER.web.mimeType;

/** A lesser edition is named after the original. */
export const editionFile = (edition: LesserEdition, name: string) => ({
	originalName: `${name.replace(/(?!^)\.[^.]*$/, "")}.${LESSER[edition].extension}`,
	mimeType: LESSER[edition].mimeType,
});
