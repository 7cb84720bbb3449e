import { z } from "zod";
import { KIB, MAX_SINGLE_REQUEST, MIB } from "./constants.ts";
import type { PreviewPolicy, RenditionKind } from "./shares.ts";

/** The tiny raster's longest edge in pixels; never more than a quarter of the original's either. */
export const IMAGE_PREVIEW_EDGE = 64;
/** How many previews of a share's answer are inlined; the rest load as they come into view. */
export const INLINED_PREVIEWS = 24;
/** The longest edge of a watermarked preview in pixels. */
export const WATERMARKED_EDGE = 1024;
/** The longest edge of a film's poster in pixels. */
export const POSTER_EDGE = 640;
/** The most entries a listing of an archive names. */
export const MAX_LISTING_ENTRIES = 1000;

/** The most bytes a rendition of each kind may have; a whole track or film may fill one request. */
export const RENDITION_BYTES: Readonly<Record<RenditionKind, number>> = {
	image: 4 * KIB,
	watermarked: 512 * KIB,
	poster: 128 * KIB,
	listing: 256 * KIB,
	clip: 24 * MIB,
};
export const WHOLE_CLIP_BYTES = MAX_SINGLE_REQUEST;

/** What the clip maker asks its encoders for, in bits a second. */
export const CLIP_VIDEO_BITS = 2_000_000;
export const CLIP_SOUND_BITS = 128_000;
/** Twice what the greatest clip of a film has, and twice an MP3's highest rate, which is cut without encoding. */
const MAX_FILM_BITS = 2 * (CLIP_VIDEO_BITS + CLIP_SOUND_BITS);
const MAX_SOUND_BITS = 2 * 320_000;

/** The most bytes that a clip of `durationMs` may have, whatever its kind of file allows. */
export function clipBytes(durationMs: number, hasVideo: boolean): number {
	const bits = hasVideo ? MAX_FILM_BITS : MAX_SOUND_BITS;
	return 256 * KIB + Math.floor(((bits / 8) * durationMs) / 1000);
}

/** Encoders cut at frames, not at instants: how much longer than asked a clip may be, in ms. */
export const CLIP_TOLERANCE_MS = 500;

/** How much of a track or film of `durationMs` may be played before payment, in ms. */
export function clipLimitMs(policy: PreviewPolicy["clip"], durationMs: number): number {
	if (policy === "whole") return durationMs;
	return Math.min(Number(policy) * 1000, Math.floor(durationMs / 3));
}

/** The longest edge in pixels of the tiny raster of an image of this size; 0 when it is too small for one. */
export function previewEdge(width: number, height: number): number {
	return Math.min(IMAGE_PREVIEW_EDGE, Math.floor(Math.max(width, height) / 4));
}

const pixels = z.coerce.number().int().min(1).max(1_000_000);

/** What `PUT /api/uploads/{id}/files/{fileId}/preview` says of the rendition in its body. */
export const putPreviewQuery = z
	.object({
		kind: z.enum(["image", "watermarked", "clip", "poster", "listing"]),
		/** pixels of the original as it is shown, after its EXIF orientation */
		width: pixels.optional(),
		height: pixels.optional(),
		/** length of the original in ms */
		durationMs: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
	})
	.superRefine((query, check) => {
		const raster = query.kind === "image" || query.kind === "watermarked";
		if (raster && !(query.width && query.height))
			check.addIssue({ code: "custom", path: ["width"], message: "The original's size is needed" });
		if (query.kind === "clip" && !query.durationMs)
			check.addIssue({
				code: "custom",
				path: ["durationMs"],
				message: "The original's length is needed",
			});
	});

/** The body of a `listing`, as JSON; a listing of more entries is cut and says how many there are. */
export const listingBody = z.object({
	total: z.number().int().min(0).max(10_000_000),
	entries: z
		.array(z.object({ name: z.string().max(1000), size: z.number().int().min(0) }))
		.max(MAX_LISTING_ENTRIES),
});
export type Listing = z.infer<typeof listingBody>;

export type StoredRendition = { kind: RenditionKind; size: number };
