import { initializeCanvas, type PixelData, readPsd } from "ag-psd";
import { checkPixels, wholeFile } from "./picture-limits.ts";
import { type PsdParts, psdParts } from "./psd-parts.ts";
import { innerJpegs } from "./raw-jpegs.ts";

initializeCanvas(
	() => {
		throw new Error("pixels only");
	},
	(width, height) => new ImageData(width, height),
);

/**
 * Decodes the flattened picture that Photoshop stores behind the layers; in modes that the library does not
 * read, such as CMYK, the small one for lists of files.
 */
export async function decodePsd(file: Blob): Promise<ImageBitmap> {
	const parts = await psdParts(file);
	checkPixels(parts.width, parts.height);
	return flattenedPicture(parts).catch(() => smallPicture(parts.resources));
}

async function smallPicture(resources: Blob): Promise<ImageBitmap> {
	const [jpeg] = innerJpegs(new Uint8Array(await wholeFile(resources)));
	if (!jpeg) throw new Error("a Photoshop file without a small picture");
	checkPixels(jpeg.width, jpeg.height);
	return createImageBitmap(resources.slice(jpeg.at, resources.size, "image/jpeg"));
}

async function flattenedPicture({ width, height, flattened }: PsdParts): Promise<ImageBitmap> {
	const { imageData } = readPsd(await wholeFile(flattened), {
		...{ useImageData: true, skipLayerImageData: true, skipThumbnail: true },
		// Eight bytes a pixel are those of 16 bits a channel.
		totalMemoryLimit: 8 * width * height + 1024 * 1024,
	});
	if (!imageData) throw new Error("a Photoshop file without a flattened picture");
	return createImageBitmap(new ImageData(eightBits(imageData), width, height));
}

function eightBits({ data }: PixelData): Uint8ClampedArray<ArrayBuffer> {
	if (data instanceof Uint16Array) return Uint8ClampedArray.from(data, (value) => value >> 8);
	if (data instanceof Float32Array)
		return Uint8ClampedArray.from(data, (value, at) =>
			// Colours are linear, the opacity is not a colour.
			at % 4 === 3 ? value * 255 : value ** (1 / 2.2) * 255,
		);
	return new Uint8ClampedArray(data);
}
