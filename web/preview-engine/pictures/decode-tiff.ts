import UTIF, { type IFD } from "utif2";
import { type Decoded, decoded, turnedDecoded } from "./decoded.ts";
import { wholeFile } from "./picture-limits.ts";
import { checkDeflated, makeSafeTiff } from "./safe-tiff.ts";
import { numbersOf, tiffPixels } from "./tiff-pixels.ts";

const WIDTH = "t256";
const HEIGHT = "t257";
const COMPRESSION = "t259";
const ORIENTATION = "t274";
/** Offsets and lengths of the strips, or tiles. */
const PARTS = [
	["t273", "t279"],
	["t324", "t325"],
] as const;
const DEFLATE = [8, 32_946];
/** Four samples of 64 bits. */
const MAX_PIXEL_BYTES = 32;

const numberOf = (page: IFD, tag: string): number => numbersOf(page, tag)[0] ?? 0;

/** Decodes the largest page. */
export async function decodeTiff(file: Blob): Promise<Decoded> {
	const bytes = await wholeFile(file);
	makeSafeTiff(bytes);
	const area = (page: IFD) => numberOf(page, WIDTH) * numberOf(page, HEIGHT);
	const pages = UTIF.decode(bytes).filter((page) => area(page) > 0);
	const [page] = pages.toSorted((a, b) => area(b) - area(a));
	if (!page) throw new Error("a TIFF without a picture");
	if (DEFLATE.includes(numberOf(page, COMPRESSION)))
		for (const [places, lengths] of PARTS) {
			const sizes = numbersOf(page, lengths);
			const parts = numbersOf(page, places).map((at, i) => ({ at, length: sizes[i] ?? 0 }));
			await checkDeflated(file, parts, area(page) * MAX_PIXEL_BYTES);
		}
	UTIF.decodeImage(bytes, page);
	const pixels = tiffPixels(page);
	const whole = () => ({
		data: new Uint8ClampedArray(UTIF.toRGBA8(page)),
		width: page.width,
		height: page.height,
	});
	return turnedDecoded(await decoded(pixels ?? whole(), page), numberOf(page, ORIENTATION));
}
