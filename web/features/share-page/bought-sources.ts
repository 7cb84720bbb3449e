import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import {
	DISPLAY_EDGE,
	needsDisplay,
} from "../../../worker/files/previews/contract/preview-sizes.ts";
import { fileLinks } from "../../lib/server/queries/files.ts";
import { srcSetOf } from "./preview-sources.ts";

type Sources = { src: string; srcset?: string };

/** The source of a bought picture's tile; null if the browser can't show the original either. */
export function boughtSources(file: ShareFile): Sources | null {
	const { display, preview, id, mimeType } = file;
	const original = fileLinks.preview(id);
	const hasCopy = display !== undefined || file.bought === "web";
	if (!hasCopy && !isBrowserImage(mimeType)) return null;
	if (!hasCopy && !needsDisplay(file)) return { src: original };
	const { width = null, height = null } = display ?? preview ?? {};
	const src = `${original}?width=${DISPLAY_EDGE}`;
	return { src, srcset: srcSetOf({ kind: "display", width, height }, original, src) };
}

/** SVG never, since browsers execute it. */
export function isBrowserImage(mimeType: string): boolean {
	return /^image\/(?:png|jpeg|gif|webp|avif)$/.test(mimeType);
}
