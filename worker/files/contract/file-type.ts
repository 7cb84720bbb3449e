/**
 * The maker of a type's previews. Pictures: `raster` is decoded by browsers and the server, `vector` by browsers
 * only, `heif`, `tiff`, `psd` and `raw` by decoders of their own. `media` is decoded and encoded again. `pdf`,
 * `package` (a ZIP with a thumbnail or text in it), `epub`, `rtf`, `text`, `font` and `model` are drawn as a page.
 * `zip` and `tar` are listed.
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

/** Extension and content must belong to the same family. */
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
export type FileIcon = Exclude<FileFamily, "text"> | "code" | "generic";

/** A test of first bytes that no pattern describes (`detect-type.ts`). */
export type ContentTest = "svg" | "pdf" | "tar" | "mpeg-audio" | "text" | "opaque";

export type FileType = {
	readonly family: FileFamily;
	/** lower case, without dots */
	readonly extensions: readonly string[];
	readonly mimeType: string;
	/** its files begin with one of these, in Latin-1, `?` for any byte; it proves the family */
	readonly starts?: readonly string[];
	/** first bytes of another family that its files may have too; they prove nothing for its own */
	readonly borrows?: readonly string[];
	/** possible contents of its files if nothing is proven */
	readonly test?: ContentTest;
	/** undefined for a placeholder */
	readonly preview?: PreviewMaker | undefined;
	/** the family's own by default */
	readonly icon?: FileIcon;
};
