import libheif from "libheif-js/libheif-wasm/libheif-bundle.mjs";
import { checkPixels, wholeFile } from "./picture-limits.ts";

/** Decodes the main picture with the browser if it can, else with libheif. */
export async function decodeHeif(file: Blob): Promise<ImageBitmap> {
	const bytes = new Uint8Array(await wholeFile(file));
	const images = new (libheif().HeifDecoder)().decode(bytes);
	const image = images.find((one) => one.is_primary()) ?? images[0];
	if (!image) throw new Error("a HEIF without a picture");
	const [width, height] = [image.get_width(), image.get_height()];
	checkPixels(width, height);
	const native = await createImageBitmap(file).catch(() => null);
	if (native) return native;
	const shown = await new Promise<ImageData | null>((resolve) =>
		image.display(new ImageData(width, height), resolve),
	);
	if (!shown) throw new Error("a damaged HEIF");
	return createImageBitmap(shown);
}
