import type { PageContext } from "./page-canvas.ts";
import { averages, detailsOf, readableHeight } from "./readable-part.ts";

/** Longer documents show their first page. */
export const SHORT_PAGES = 5;
/** Part of a page's longest edge; each such square of the hidden part keeps one colour. */
const SQUARE = 1 / 16;

/** Hides the rest of a short document's first page; `pages` are all of its pages. */
export function hideUnreadable(pages: readonly [PageContext, ...PageContext[]]): void {
	const [page] = pages;
	const details = pages.map((context) => {
		const { width, height } = context.canvas;
		return detailsOf(context.getImageData(0, 0, width, height));
	});
	frost(page, readableHeight(details));
}

export function frost(context: PageContext, top = 0): void {
	const { width, height } = context.canvas;
	if (top >= height) return;
	const edge = Math.max(1, Math.round(Math.max(width, height) * SQUARE));
	const few = averages(context.getImageData(0, top, width, height - top), edge);
	const small = new OffscreenCanvas(few.width, few.height);
	small.getContext("2d")?.putImageData(new ImageData(few.data, few.width, few.height), 0, 0);
	context.save();
	context.imageSmoothingQuality = "high";
	context.fillStyle = "white";
	context.fillRect(0, top, width, height - top);
	context.drawImage(small, 0, top, width, height - top);
	context.restore();
}
