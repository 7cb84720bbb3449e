import { serve } from "../in-worker.ts";
import type { Decoded } from "./decoded.ts";
import type { PictureMaker, PictureRequest, PreparedPicture } from "./picture-request.ts";

/** Each decoder is a chunk of its own, which is loaded for a file that needs it. */
const DECODERS: Record<
	Exclude<PictureMaker, "heif">,
	() => Promise<(file: Blob) => Promise<Decoded>>
> = {
	raster: async () => (await import("./decode-raster.ts")).decodeRaster,
	tiff: async () => (await import("./decode-tiff.ts")).decodeTiff,
	psd: async () => (await import("./decode-psd.ts")).decodePsd,
	raw: async () => (await import("./decode-raw.ts")).decodeRaw,
};

serve(async (request: PictureRequest): Promise<PreparedPicture> => {
	if (request.maker === "heif") throw new Error("another worker decodes HEIF");
	const { answerPicture } = await import("./answer-picture.ts");
	return answerPicture(request, await DECODERS[request.maker]());
});
