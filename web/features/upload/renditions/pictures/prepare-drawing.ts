import { SAMPLE_EDGE, watermarkedEdge } from "../../../../../worker/contract/files/previews.ts";
import { decodedText } from "../pages/text-lines.ts";
import { imageRenditions, sampleRenditions, thumbnail } from "./image-renditions.ts";
import type { PreparedPicture, Wanted } from "./picture-request.ts";

/** The page itself renders a drawing, so its size is limited more strictly. Bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
const MANY = 10_000;

/** Makes what is wanted of an SVG, in the page. Throws for one that is damaged or too large. */
export async function prepareDrawing(file: Blob, wanted: Wanted): Promise<PreparedPicture> {
	if (file.size > MAX_BYTES) throw new Error(`a drawing of ${file.size} bytes`);
	// An SVG has no pixels until it is rendered in an image element, which runs no scripts.
	const element = new Image();
	const url = URL.createObjectURL(new Blob([await withoutLinks(file)], { type: "image/svg+xml" }));
	try {
		element.src = url;
		await element.decode();
		// One without an intrinsic size is treated as a square.
		const [width, height] = [element.naturalWidth || 1, element.naturalHeight || 1];
		// A drawing has no pixels of its own: as if it had plenty.
		const edge = "sample" in wanted ? SAMPLE_EDGE : watermarkedEdge(width * MANY, height * MANY);
		const scale = edge / Math.max(width, height);
		const canvas = new OffscreenCanvas(
			Math.max(1, Math.round(width * scale)),
			Math.max(1, Math.round(height * scale)),
		);
		canvas.getContext("2d")?.drawImage(element, 0, 0, canvas.width, canvas.height);
		if ("sample" in wanted)
			return {
				renditions: await sampleRenditions(canvas.transferToImageBitmap()),
				thumbnail: null,
			};
		const picture = {
			image: canvas.transferToImageBitmap(),
			width: canvas.width,
			height: canvas.height,
		};
		return {
			renditions: await imageRenditions(picture, wanted.mark),
			thumbnail: await thumbnail(picture.image),
		};
	} finally {
		URL.revokeObjectURL(url);
	}
}

/** Returns a drawing without pictures of other addresses: they aren't loaded, and the sign of a broken one is drawn. */
async function withoutLinks(file: Blob): Promise<Blob | string> {
	const bytes = new Uint8Array(await file.arrayBuffer());
	const svg = new DOMParser().parseFromString(decodedText(bytes, false), "image/svg+xml");
	const linked = [...svg.querySelectorAll("image, feImage, img")].filter(({ attributes }) =>
		[...attributes].some(
			({ name, value }) => /(?:^|:)href$|^src$/.test(name) && !/^\s*(?:data:|#)/i.test(value),
		),
	);
	if (linked.length === 0 || svg.querySelector("parsererror")) return file;
	for (const picture of linked) picture.remove();
	return new XMLSerializer().serializeToString(svg);
}
