import { decodedText } from "../pages/text-lines.ts";
import type { Rendition } from "../rendition.ts";
import { pictureRenditions } from "./image-renditions.ts";
import { edgeOf, type RequestedKinds } from "./picture-request.ts";

/** Bytes; strict, since the page itself renders a drawing. */
const MAX_BYTES = 16 * 1024 * 1024;
const MANY = 10_000;

/** Runs in the page. Throws if the SVG is damaged or too large. */
export async function drawingRenditions(file: Blob, wanted: RequestedKinds): Promise<Rendition[]> {
	if (file.size > MAX_BYTES) throw new Error(`a drawing of ${file.size} bytes`);
	// An image element runs no scripts.
	const element = new Image();
	const url = URL.createObjectURL(new Blob([await withoutLinks(file)], { type: "image/svg+xml" }));
	try {
		element.src = url;
		await element.decode();
		// Without an intrinsic size it is treated as a square.
		const [width, height] = [element.naturalWidth || 1, element.naturalHeight || 1];
		// Treated as having plenty of pixels.
		const pixels = { width: width * MANY, height: height * MANY };
		const edges = wanted.kinds.map((kind) => edgeOf(kind, wanted, pixels));
		const edge = Math.max(...edges);
		const scale = edge / Math.max(width, height);
		const canvas = new OffscreenCanvas(
			Math.max(1, Math.round(width * scale)),
			Math.max(1, Math.round(height * scale)),
		);
		canvas.getContext("2d")?.drawImage(element, 0, 0, canvas.width, canvas.height);
		return await pictureRenditions(canvas.transferToImageBitmap(), wanted);
	} finally {
		URL.revokeObjectURL(url);
	}
}

/** Removes linked pictures: they aren't loaded, and would be drawn as broken. */
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
