import { serve } from "../in-worker.ts";
import type { Rendition } from "../rendition.ts";
import type { PictureRequest } from "./picture-request.ts";

// Only this worker's policy allows WebAssembly (web/public/_headers).
serve(async ({ file, wanted }: PictureRequest): Promise<Rendition[]> => {
	const { pictureRenditions } = await import("./image-renditions.ts");
	const { decodeHeif } = await import("./decode-heif.ts");
	return pictureRenditions(await decodeHeif(file), wanted);
});
