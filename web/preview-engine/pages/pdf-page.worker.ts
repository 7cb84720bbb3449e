import { serve } from "../in-worker.ts";
import type { Rendition } from "../rendition.ts";

export type PdfRequest = { file: File; mark: string };

serve(async ({ file, mark }: PdfRequest): Promise<Rendition[]> => {
	const { pdfPage } = await import("./pdf-page.ts");
	return pdfPage(file, mark);
});
