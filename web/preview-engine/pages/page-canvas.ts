import type { PAGE_KINDS } from "../../../worker/catalogue/shares/contract/shares.ts";
import { RENDITION_BYTES } from "../../../worker/files/previews/contract/previews.ts";
import { drawWatermark } from "../draw-watermark.ts";
import { encodeCanvas } from "../encode-canvas.ts";
import type { Rendition } from "../rendition.ts";
import { isPlain } from "./readable-part.ts";

export type PageContext = OffscreenCanvasRenderingContext2D;

/** Sizes are in pixels. @throws Error if there is no canvas */
export function blankPage(width: number, height: number): PageContext {
	const context = new OffscreenCanvas(Math.round(width), Math.round(height)).getContext("2d");
	if (!context) throw new Error("no canvas");
	context.fillStyle = "white";
	context.fillRect(0, 0, context.canvas.width, context.canvas.height);
	return context;
}

export function isBlank(context: PageContext): boolean {
	const { width, height } = context.canvas;
	return isPlain(context.getImageData(0, 0, width, height));
}

export async function pageRendition(
	context: PageContext,
	more: { mark: string | null; pages?: number | undefined; kind?: (typeof PAGE_KINDS)[number] },
): Promise<Rendition> {
	const { canvas } = context;
	if (more.mark !== null) drawWatermark(context, more.mark);
	const { width, height } = canvas;
	const body = await encodeCanvas(canvas, RENDITION_BYTES.page);
	if (!body) throw new Error("no picture small enough");
	return {
		kind: more.kind ?? "page",
		body,
		width,
		height,
		...(more.pages && { pages: more.pages }),
	};
}
