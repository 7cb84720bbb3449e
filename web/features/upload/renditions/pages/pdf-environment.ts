/** What pdf.js takes from a document, for a web worker, which has none. */

type Canvas = { canvas: OffscreenCanvas | null; context: OffscreenCanvasRenderingContext2D | null };

/** Creates the canvases that pages with transparency need. */
export class PdfCanvases {
	create(width: number, height: number): Canvas {
		if (width <= 0 || height <= 0) throw new Error("an empty canvas");
		const canvas = new OffscreenCanvas(width, height);
		return { canvas, context: canvas.getContext("2d") };
	}

	reset({ canvas }: Canvas, width: number, height: number): void {
		if (!canvas || width <= 0 || height <= 0) throw new Error("an empty canvas");
		canvas.width = width;
		canvas.height = height;
	}

	destroy(created: Canvas): void {
		created.canvas = null;
		created.context = null;
	}
}

const none = () => "none";

/** Filters are elements of a document; without them masks of brightness and transfer curves are left out. */
export class PdfFilters {
	readonly addFilter = none;
	readonly addHCMFilter = none;
	readonly addAlphaFilter = none;
	readonly addLuminosityFilter = none;
	readonly addKnockoutFilter = none;
	readonly addHighlightHCMFilter = none;
	readonly addSelectionHCMFilter = none;
	readonly addSelectionFilter = none;
	readonly createSelectionStyle = () => null;
	readonly destroy = () => undefined;
}
