import type { RenditionKind } from "../../worker/catalogue/shares/contract/shares.ts";
import type { PreviewFailure } from "../../worker/files/previews/contract/previews.ts";

/** A reduced copy, with what the server needs to know about the original. */
export type Rendition = {
	kind: RenditionKind;
	body: Blob;
	/** pixels of the original as displayed */
	width?: number;
	height?: number;
	/** of the original */
	durationMs?: number;
	/** start of a clip in the original, in ms; 0 by default */
	startMs?: number;
	/** of the original */
	pages?: number;
};

/** `failure`: why the main preview is missing. */
export type MadePreviews = { renditions: readonly Rendition[]; failure: PreviewFailure | null };
