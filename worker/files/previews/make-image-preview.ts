import { WEB_TYPE } from "../../catalogue/shares/contract/editions.ts";
import { MIB } from "../../contract/constants.ts";
import type { Ctx } from "../../core/context.ts";
import { readCredits, withCredits } from "../contract/credits.ts";
import { FILE_TYPES } from "../contract/file-types.ts";
import { type ImageHeader, readImageHeader } from "../contract/image-header.ts";
import {
	DISPLAY_EDGE,
	HEAD_BYTES,
	previewEdge,
	RENDITION_BYTES,
	SAMPLE_EDGE,
} from "./contract/previews.ts";
import type { PictureFormat } from "./reencode-picture.ts";
import { stripMetadata } from "./strip-metadata.ts";

/** The Images binding's maximum in production; larger originals keep their placeholder. */
export const MAX_IMAGE_BYTES = 70 * MIB;
const MAX_PIXELS = 100_000_000;

/** Types that get a tiny raster. Never SVG: it is text that browsers execute. */
export const RASTER_TYPES = FILE_TYPES.filter((type) => type.preview === "raster").map(
	(type) => type.mimeType,
);

export type ImagePreview = {
	bytes: Uint8Array<ArrayBuffer>;
	mimeType: PictureFormat;
	/** pixels of the original as displayed, after its EXIF orientation */
	width: number;
	height: number;
};

async function body(ctx: Ctx, objectKey: string): Promise<ReadableStream<Uint8Array>> {
	const object = await ctx.files.get(objectKey);
	if (!object) throw new Error(`object ${objectKey} is missing`);
	return object.body;
}

async function headOf(ctx: Ctx, { objectKey, size }: Original): Promise<Uint8Array> {
	const length = Math.min(size, HEAD_BYTES);
	const head = await ctx.files.get(objectKey, { range: { offset: 0, length } });
	return new Uint8Array((await head?.arrayBuffer()) ?? []);
}

/** The binding measures pictures whose header is longer. */
async function measure(
	ctx: Ctx,
	objectKey: string,
	size: number,
): Promise<{ width: number; height: number }> {
	const header = readImageHeader(await headOf(ctx, { objectKey, size }));
	if (header) return header;
	const info = await ctx.env.IMAGES.info(await body(ctx, objectKey));
	if (!("width" in info)) throw new Error("an image without pixels");
	return info;
}

async function shrink(
	ctx: Ctx,
	objectKey: string,
	[edge, quality]: Attempt,
	format: PictureFormat,
): Promise<Uint8Array<ArrayBuffer>> {
	const result = await ctx.env.IMAGES.input(await body(ctx, objectKey))
		.transform({
			width: edge,
			height: edge,
			fit: "scale-down",
			...(format === WEB_TYPE && { background: "#ffffff" }),
		})
		.output({ format, anim: false, ...(quality && { quality }) });
	const stripped = stripMetadata(new Uint8Array(await result.response().arrayBuffer()), format);
	if (!stripped) throw new Error("the Images binding returned another format");
	return stripped;
}

/** The binding applies the EXIF orientation: a raster with swapped proportions was rotated. */
function isTurned(original: { width: number; height: number }, raster: ImageHeader): boolean {
	const slope = Math.log(raster.width / raster.height);
	const stored = Math.log(original.width / original.height);
	return Math.abs(slope - stored) > Math.abs(slope + stored);
}

type Original = { objectKey: string; size: number };

/** Edge in pixels, and quality, tried until the result is small enough. */
type Attempt = readonly [edge: number, quality?: number];

async function reduced(
	ctx: Ctx,
	{ objectKey, size }: Original,
	limit: number,
	attemptsFor: (width: number, height: number) => readonly Attempt[],
	mimeType: PictureFormat = "image/webp",
): Promise<ImagePreview | null> {
	if (size > MAX_IMAGE_BYTES) return null;
	const original = await measure(ctx, objectKey, size);
	if (original.width * original.height > MAX_PIXELS) return null;
	for (const attempt of attemptsFor(original.width, original.height)) {
		const [edge] = attempt;
		if (edge < 1) break;
		const bytes = await shrink(ctx, objectKey, attempt, mimeType);
		const raster = readImageHeader(bytes);
		if (!raster || Math.max(raster.width, raster.height) > edge)
			throw new Error("the Images binding returned too large a raster");
		if (bytes.length > limit) continue;
		const turned = isTurned(original, raster);
		return {
			bytes,
			mimeType,
			width: turned ? original.height : original.width,
			height: turned ? original.width : original.height,
		};
	}
	return null;
}

/**
 * Returns at most 96 px, a quarter of the original and 4 KB, without metadata. Null if the image is too small or
 * too large. Throws if the binding can't read it.
 */
export function makeImagePreview(ctx: Ctx, file: Original): Promise<ImagePreview | null> {
	return reduced(ctx, file, RENDITION_BYTES.image, (width, height) => {
		const edge = previewEdge(width, height);
		return [[edge], [Math.floor(edge * 0.75)], [Math.floor(edge / 2)]];
	});
}

/** Returns the sharp copy that buyers see of a sample. Null and throws like `makeImagePreview`. */
export function makeSample(ctx: Ctx, file: Original): Promise<ImagePreview | null> {
	return reduced(ctx, file, RENDITION_BYTES.sample, () => [
		[SAMPLE_EDGE, 80],
		[SAMPLE_EDGE, 60],
		[SAMPLE_EDGE / 2, 60],
	]);
}

/** Returns the copy that those who may download see. Null and throws like `makeImagePreview`. */
export function makeDisplay(ctx: Ctx, file: Original): Promise<ImagePreview | null> {
	return reduced(ctx, file, RENDITION_BYTES.display, () => [
		[DISPLAY_EDGE, 80],
		[DISPLAY_EDGE, 60],
	]);
}

/** Returns the web edition, with the original's credits. Null and throws like `makeImagePreview`. */
export async function makeWeb(
	ctx: Ctx,
	file: Original,
	edge: number,
): Promise<ImagePreview | null> {
	const attempts = [
		[edge, 85],
		[edge, 70],
	] as const;
	const made = await reduced(ctx, file, RENDITION_BYTES.web, () => attempts, WEB_TYPE);
	return made && { ...made, bytes: withCredits(made.bytes, readCredits(await headOf(ctx, file))) };
}
