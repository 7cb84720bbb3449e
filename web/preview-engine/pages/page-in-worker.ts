import { MIB } from "../../../worker/contract/constants.ts";
import { typeOf } from "../../../worker/files/contract/detect-type.ts";
import { iconOf } from "../../../worker/files/contract/file-types.ts";
import { inWorker } from "../in-worker.ts";
import type { Rendition } from "../rendition.ts";
import type { PageRequest } from "./page.worker.ts";
import type { PdfRequest } from "./pdf-page.worker.ts";

const PAGE_MS = 15_000;
const PDF_MS = 30_000;
const MODEL_MS = 30_000;
/** Bytes; both are read whole. */
const MAX_FONT = 48 * MIB;
const MAX_MODEL = 128 * MIB;

/** Draws `mark` over sharp parts. Throws if the file can't be read. */
export function pageInWorker(
	file: File,
	maker: "package" | "epub" | "rtf" | "text" | "font",
	mark: string,
	signal: AbortSignal,
): Promise<Rendition[]> {
	if (maker === "font" && file.size > MAX_FONT) return Promise.resolve([]);
	return inWorker<PageRequest, Rendition[]>(
		() => new Worker(new URL("./page.worker.ts", import.meta.url), { type: "module" }),
		{ file, mark, maker: maker === "text" ? styleOf(file.name) : maker },
		signal,
		{ total: PAGE_MS },
	);
}

/** Prose is wrapped, Markdown formatted, everything else keeps its columns. */
function styleOf(name: string): "code" | "prose" | "markdown" {
	if (/\.md$/i.test(name)) return "markdown";
	const type = typeOf(name);
	return type &&
		["txt", "md"].includes(type.extensions[0] ?? "") &&
		iconOf(type.mimeType) !== "code"
		? "prose"
		: "code";
}

export function pdfInWorker(file: File, mark: string, signal: AbortSignal): Promise<Rendition[]> {
	return inWorker<PdfRequest, Rendition[]>(
		() => new Worker(new URL("./pdf-page.worker.ts", import.meta.url), { type: "module" }),
		{ file, mark },
		signal,
		{ total: PDF_MS },
	);
}

export function modelInWorker(file: File, signal: AbortSignal): Promise<Rendition[]> {
	if (file.size > MAX_MODEL) return Promise.resolve([]);
	return inWorker<File, Rendition[]>(
		() => new Worker(new URL("./model.worker.ts", import.meta.url), { type: "module" }),
		file,
		signal,
		{ total: MODEL_MS },
	);
}
