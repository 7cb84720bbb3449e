import { initializeCanvas, type PixelData, readPsd } from "ag-psd";
import { checkPixels, wholeFile } from "./picture-limits.ts";
import { psdParts } from "./psd-parts.ts";

initializeCanvas(
	() => {
		throw new Error("pixels only");
	},
	(width, height) => new ImageData(width, height),
);

/** Decodes the flattened picture that Photoshop stores behind the layers. */
export async function decodePsd(file: Blob): Promise<ImageBitmap> {
	const { width, height, flattened } = await psdParts(file);
	checkPixels(width, height);
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
