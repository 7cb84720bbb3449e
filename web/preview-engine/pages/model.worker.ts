import { serve } from "../in-worker.ts";
import type { Rendition } from "../rendition.ts";

serve(async (file: File): Promise<Rendition[]> => {
	const { modelPage } = await import("./model-page.ts");
	return modelPage(file);
});
