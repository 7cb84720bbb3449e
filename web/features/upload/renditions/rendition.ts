import type { RenditionKind } from "../../../../worker/contract/shares.ts";

/** A reduced copy a browser has made of a file, with what the server wants to know of the original. */
export type Rendition = {
	kind: RenditionKind;
	body: Blob;
	/** pixels of the original as it is shown */
	width?: number;
	height?: number;
	/** length of the original */
	durationMs?: number;
};
