import type { RenditionKind } from "../../../../worker/contract/catalogue/shares.ts";
import type { PreviewFailure } from "../../../../worker/contract/files/previews.ts";

/**
 * A reduced copy that the browser has made of a file, with what the server needs to know of the original.
 */
export type Rendition = {
	kind: RenditionKind;
	body: Blob;
	/** pixels of the original as displayed */
	width?: number;
	height?: number;
	/** length of the original */
	durationMs?: number;
	/** where in the original a clip begins, in ms; at its beginning by default */
	startMs?: number;
	/** number of pages of the original */
	pages?: number;
};

/** What was made of a file, and why what it is shown by is not among it. */
export type MadePreviews = { renditions: readonly Rendition[]; failure: PreviewFailure | null };
