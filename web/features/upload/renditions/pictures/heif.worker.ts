import { serve } from "../in-worker.ts";
import type { PictureRequest, PreparedPicture } from "./picture-request.ts";

// A worker of its own, since only this one's policy allows WebAssembly (web/public/_headers).
serve(async (request: PictureRequest): Promise<PreparedPicture> => {
	const { answerPicture } = await import("./answer-picture.ts");
	const { decodeHeif } = await import("./decode-heif.ts");
	return answerPicture(request, decodeHeif);
});
