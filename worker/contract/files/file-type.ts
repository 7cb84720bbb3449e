/** The icon of a file. */
export type FileIcon =
	| "image"
	| "video"
	| "audio"
	| "document"
	| "archive"
	| "font"
	| "model"
	| "design"
	| "preset"
	| "code"
	| "generic";
/**
 * What makes a type's previews. Pictures: `raster` is decoded by browsers and the server, `vector` by
 * browsers only, `heif`, `tiff`, `psd` and `raw` by decoders of their own. `media` is decoded and encoded
 * again. `pdf`, `package` (a ZIP with a thumbnail or text in it), `epub`, `rtf`, `text`, `font` and `model`
 * are drawn as a page. `zip` and `tar` are listed.
 */
export type PreviewMaker =
	| "raster"
	| "vector"
	| "heif"
	| "tiff"
	| "psd"
	| "raw"
	| "media"
	| "pdf"
	| "package"
	| "epub"
	| "rtf"
	| "text"
	| "font"
	| "model"
	| "zip"
	| "tar";

/** Families of accepted types; extension and content must belong to the same one. */
export const FAMILIES = [
	"image",
	"video",
	"audio",
	"document",
	"archive",
	"font",
	"model",
	"design",
	"preset",
	"text",
] as const;
export type FileFamily = (typeof FAMILIES)[number];

/** A test of first bytes that no pattern describes (`detect-type.ts`). */
export type ContentTest = "svg" | "pdf" | "tar" | "mpeg-audio" | "text" | "opaque";

export type FileType = {
	readonly family: FileFamily;
	/** lower case, without dots */
	readonly extensions: readonly string[];
	readonly mimeType: string;
	/** what its files begin with, one of these: Latin-1, `?` for any byte; it proves the family */
	readonly starts?: readonly string[];
	/** beginnings of another family that files of this type have too; they prove nothing for its own */
	readonly borrows?: readonly string[];
	/** what else its files may contain, where nothing is proven */
	readonly test?: ContentTest;
	/** none where it is a placeholder */
	readonly preview?: PreviewMaker | undefined;
	/** the family's own where none is named */
	readonly icon?: FileIcon;
};
