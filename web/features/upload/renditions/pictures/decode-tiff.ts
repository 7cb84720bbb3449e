import UTIF, { type IFD } from "utif2";
import { checkPixels, wholeFile } from "./picture-limits.ts";
import { turned } from "./turned.ts";

const WIDTH = "t256";
const HEIGHT = "t257";
const SAMPLES = "t277";
const ORIENTATION = "t274";

const numberOf = (page: IFD, tag: string): number => {
	const value = page[tag];
	return Array.isArray(value) ? Number(value[0]) : 0;
};

/** Decodes the largest page of a TIFF. */
export async function decodeTiff(file: Blob): Promise<ImageBitmap> {
	const bytes = await wholeFile(file);
	const area = (page: IFD) => numberOf(page, WIDTH) * numberOf(page, HEIGHT);
	const pages = UTIF.decode(bytes).filter((page) => area(page) > 0);
	const [page] = pages.toSorted((a, b) => area(b) - area(a));
	if (!page) throw new Error("a TIFF without a picture");
	checkPixels(numberOf(page, WIDTH), numberOf(page, HEIGHT));
	if (numberOf(page, SAMPLES) > 8) throw new Error("a TIFF of too many samples");
	UTIF.decodeImage(bytes, page);
	const pixels = new Uint8ClampedArray(UTIF.toRGBA8(page));
	const image = await createImageBitmap(new ImageData(pixels, page.width, page.height));
	return turned(image, numberOf(page, ORIENTATION));
}
