import {
	getDocument,
	PDFDataRangeTransport,
	type PDFDocumentProxy,
	VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import * as pdfjsWorker from "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { PAGE_KINDS } from "../../../worker/catalogue/shares/contract/shares.ts";
import { PAGE_EDGE, shownPages } from "../../../worker/files/previews/contract/previews.ts";
import type { Rendition } from "../rendition.ts";
import { frost, hideUnreadable, SHORT_PAGES } from "./frosted.ts";
import { blankPage, isBlank, type PageContext, pageRendition } from "./page-canvas.ts";
import { PdfCanvases, PdfFilters, PdfResources } from "./pdf-environment.ts";

/** Parts of the first page's height: the shown part of the second page, and the gap before it. */
const SECOND_PART = 0.16;
const GAP = 0.014;
const DESK = "#dcdce1";
const MAX_PAGES = 100_000;
const MAX_IMAGE_PIXELS = 50_000_000;
const MAX_CANVAS_BYTES = 256 * 1024 * 1024;
const FIRST_BYTES = 64 * 1024;
/** A dummy address; `PdfResources` finds files by name. */
const BY_NAME = "pdf/";

/** Reads only the ranges that pdf.js requests, never a long document whole. */
class FileRanges extends PDFDataRangeTransport {
	private readonly file: Blob;

	constructor(file: Blob, start: Uint8Array) {
		super(file.size, start);
		this.file = file;
	}

	override requestDataRange(begin: number, end: number): void {
		void this.file
			.slice(begin, end)
			.arrayBuffer()
			.then((bytes) => this.onDataRange(begin, new Uint8Array(bytes)));
	}
}

/**
 * Draws what buyers may see: of a short document, the readable part of the first page above the
 * fading top of the second. Throws if the file is damaged or needs a password.
 */
export async function pdfPage(file: Blob, mark: string): Promise<Rendition[]> {
	// pdf.js would start a worker of its own, which could outlive the time limit.
	Object.assign(globalThis, { pdfjsWorker });
	const start = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer());
	const loading = getDocument({
		range: new FileRanges(file, start),
		disableAutoFetch: true,
		disableStream: true,
		ownerDocument: { fonts: (self as unknown as { fonts: FontFaceSet }).fonts } as Document,
		CanvasFactory: PdfCanvases,
		FilterFactory: PdfFilters,
		BinaryDataFactory: PdfResources,
		useWorkerFetch: false,
		cMapUrl: BY_NAME,
		standardFontDataUrl: BY_NAME,
		useSystemFonts: false,
		maxImageSize: MAX_IMAGE_PIXELS,
		canvasMaxAreaInBytes: MAX_CANVAS_BYTES,
		verbosity: VerbosityLevel.ERRORS,
	});
	const pdf = await loading.promise;
	const first = await drawn(pdf, 1, PAGE_EDGE);
	const pages = pdf.numPages;
	// pdf.js may find an empty page in a damaged document.
	if (pages === 1 && isBlank(first)) return [];
	if (shownPages(pages) > 1) return firstPages(pdf, first, mark);
	const isShort = pages <= SHORT_PAGES;
	const others: PageContext[] = [];
	for (let number = 2; number <= (isShort ? pages : 2); number++)
		others.push(
			...(await drawn(pdf, number, PAGE_EDGE).then(
				(page) => [page],
				() => [],
			)),
		);
	if (isShort) hideUnreadable([first, ...others]);
	const [second] = others;
	if (isShort && second) frost(second);
	const context = second ? both(first, second) : first;
	return [await pageRendition(context, { mark, pages: Math.min(pages, MAX_PAGES) })];
}

/** Stops at the first page that fails. */
async function firstPages(
	pdf: PDFDocumentProxy,
	first: PageContext,
	mark: string,
): Promise<Rendition[]> {
	const pages = Math.min(pdf.numPages, MAX_PAGES);
	const made = [await pageRendition(first, { mark, pages })];
	for (const [at, kind] of PAGE_KINDS.slice(0, shownPages(pages)).entries()) {
		if (at === 0) continue;
		const page = await drawn(pdf, at + 1, PAGE_EDGE).catch(() => null);
		if (!page) break;
		made.push(await pageRendition(page, { mark, pages, kind }));
	}
	return made;
}

async function drawn(pdf: PDFDocumentProxy, number: number, edge: number): Promise<PageContext> {
	const page = await pdf.getPage(number);
	const { width, height } = page.getViewport({ scale: 1 });
	const scale = edge / Math.max(width, height);
	const viewport = page.getViewport({ scale });
	const context = blankPage(Math.max(1, viewport.width), Math.max(1, viewport.height));
	await page.render({
		canvas: null,
		canvasContext: context as unknown as CanvasRenderingContext2D,
		viewport,
	}).promise;
	return context;
}

function both(first: PageContext, second: PageContext): PageContext {
	const { width, height } = first.canvas;
	const gap = Math.round(height * GAP);
	const shown = Math.round(height * SECOND_PART);
	const total = height + gap + shown;
	const scale = Math.min(1, PAGE_EDGE / Math.max(width, total));
	const context = blankPage(Math.max(1, Math.floor(width * scale)), Math.floor(total * scale));
	context.scale(scale, scale);
	context.imageSmoothingQuality = "high";
	context.fillStyle = DESK;
	context.fillRect(0, 0, width + 1, total + 1);
	context.drawImage(first.canvas, 0, 0);
	const top = height + gap;
	const { canvas } = second;
	context.save();
	context.beginPath();
	context.rect(0, top, width, shown);
	context.clip();
	context.drawImage(canvas, 0, top, width, (canvas.height * width) / canvas.width);
	context.restore();
	const fade = context.createLinearGradient(0, top, 0, total);
	fade.addColorStop(0, `${DESK}00`);
	fade.addColorStop(1, DESK);
	context.fillStyle = fade;
	context.fillRect(0, top, width + 1, shown + 1);
	context.resetTransform();
	return context;
}
