import { serve } from "../in-worker.ts";
import type { Rendition } from "../rendition.ts";
import type { Decoded } from "./decoded.ts";
import { edgeOf, type PictureMaker, type PictureRequest } from "./picture-request.ts";

type EdgeOf = (width: number, height: number) => number;

const DECODERS: Record<
	Exclude<PictureMaker, "heif">,
	() => Promise<(file: Blob, edgeOf: EdgeOf) => Promise<Decoded>>
> = {
	raster: async () => (await import("./decode-raster.ts")).decodeRaster,
	tiff: async () => (await import("./decode-tiff.ts")).decodeTiff,
	psd: async () => (await import("./decode-psd.ts")).decodePsd,
	raw: async () => (await import("./decode-raw.ts")).decodeRaw,
};

serve(async ({ file, maker, wanted }: PictureRequest): Promise<Rendition[]> => {
	if (maker === "heif") throw new Error("another worker decodes HEIF");
	const { pictureRenditions } = await import("./image-renditions.ts");
	const decode = await DECODERS[maker]();
	const largest: EdgeOf = (width, height) =>
		Math.max(...wanted.kinds.map((kind) => edgeOf(kind, wanted, { width, height })));
	return pictureRenditions(await decode(file, largest), wanted);
});
