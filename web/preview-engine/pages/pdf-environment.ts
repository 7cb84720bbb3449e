/* Replaces pdf.js's use of the document, which web workers lack, and its fetches. */

type Canvas = { canvas: OffscreenCanvas | null; context: OffscreenCanvasRenderingContext2D | null };

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

/** Filters need a document; without them luminosity masks and transfer curves are left out. */
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

/** Addresses of pdf.js's fonts, character maps and decoders, by path. */
const ADDRESSES = {
	...import.meta.glob<string>(
		"../../../node_modules/pdfjs-dist/{cmaps,standard_fonts}/*.{bcmap,pfb,ttf}",
		{ eager: true, query: "?url", import: "default" },
	),
	...import.meta.glob<string>("../../../node_modules/pdfjs-dist/wasm/{openjpeg,jbig2}.wasm", {
		eager: true,
		query: "?url",
		import: "default",
	}),
};
const byName = new Map(
	Object.entries(ADDRESSES).map(([path, address]) => [
		path.slice(path.lastIndexOf("/") + 1),
		address,
	]),
);

export class PdfResources {
	async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
		const address = byName.get(filename);
		if (!address) throw new Error(`no ${filename}`);
		const response = await fetch(address);
		if (!response.ok) throw new Error(`${filename}: ${response.status}`);
		return new Uint8Array(await response.arrayBuffer());
	}
}
