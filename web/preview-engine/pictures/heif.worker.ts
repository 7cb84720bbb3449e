import { serve } from "../in-worker.ts";
import type { PictureRequest, PreparedPicture } from "./picture-request.ts";

// Only this worker's policy allows WebAssembly (web/public/_headers).
serve(async ({ file, wanted }: PictureRequest): Promise<PreparedPicture> => {
	const { preparedOf } = await import("./image-renditions.ts");
	const { decodeHeif } = await import("./decode-heif.ts");
	return preparedOf(await decodeHeif(file), wanted);
});
