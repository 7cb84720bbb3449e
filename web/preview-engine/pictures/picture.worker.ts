import { serve } from "../in-worker.ts";
import type { Decoded } from "./decoded.ts";
import type { PictureMaker, PictureRequest, PreparedPicture } from "./picture-request.ts";

const DECODERS: Record<
	Exclude<PictureMaker, "heif">,
	() => Promise<(file: Blob) => Promise<Decoded>>
> = {
	raster: async () => (await import("./decode-raster.ts")).decodeRaster,
	tiff: async () => (await import("./decode-tiff.ts")).decodeTiff,
	psd: async () => (await import("./decode-psd.ts")).decodePsd,
	raw: async () => (await import("./decode-raw.ts")).decodeRaw,
};

serve(async ({ file, maker, wanted }: PictureRequest): Promise<PreparedPicture> => {
	if (maker === "heif") throw new Error("another worker decodes HEIF");
	const { preparedOf } = await import("./image-renditions.ts");
	const decode = await DECODERS[maker]();
	return preparedOf(await decode(file), wanted);
});
