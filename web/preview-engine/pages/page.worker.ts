import { serve } from "../in-worker.ts";
import type { Rendition } from "../rendition.ts";
import { drawText, type TextStyle } from "./draw-text.ts";
import { pageRendition } from "./page-canvas.ts";

export type PageRequest = {
	file: File;
	mark: string;
	maker: "package" | "epub" | "rtf" | "code" | "prose" | "markdown" | "font";
};

async function written(
	lines: readonly string[],
	style: TextStyle,
	mark: string,
): Promise<Rendition[]> {
	if (lines.length === 0) return [];
	return [await pageRendition(drawText(lines, style), { mark })];
}

serve(async ({ file, maker, mark }: PageRequest): Promise<Rendition[]> => {
	if (maker === "package") return (await import("./package-page.ts")).packagePage(file, mark);
	if (maker === "epub") return (await import("./epub-page.ts")).epubPage(file, mark);
	if (maker === "font") return (await import("./font-page.ts")).fontPage(file);
	if (maker === "rtf")
		return written(await (await import("./rtf-text.ts")).rtfLines(file), "prose", mark);
	return written(await (await import("./text-lines.ts")).textLines(file), maker, mark);
});
