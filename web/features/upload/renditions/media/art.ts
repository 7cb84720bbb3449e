import type { Input } from "mediabunny";
import { ART_EDGE, RENDITION_BYTES } from "../../../../../worker/contract/files/previews.ts";
import { drawPicture, pictureSize } from "../embedded-picture.ts";
import { encodeCanvas } from "../encode-canvas.ts";
import type { Rendition } from "../rendition.ts";

/** Returns the cover embedded in a track, drawn anew; null without one. */
export async function artOf(input: Input): Promise<Rendition | null> {
	const { images = [] } = await input.getMetadataTags();
	const image = images.find(({ kind }) => kind === "coverFront") ?? images[0];
	if (!image) return null;
	const bytes = new Uint8Array(image.data);
	const size = pictureSize(bytes);
	const context = size && (await drawPicture(bytes, ART_EDGE));
	const body = context && (await encodeCanvas(context.canvas, RENDITION_BYTES.art));
	return body ? { kind: "art", body, width: size.width, height: size.height } : null;
}
