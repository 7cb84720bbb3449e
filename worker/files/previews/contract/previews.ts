import * as z from "zod";
import type { PreviewPolicy } from "../../../catalogue/shares/contract/share-fields.ts";
import {
	PAGE_KINDS,
	RENDITION_KINDS,
	type RenditionKind,
} from "../../../catalogue/shares/contract/shares.ts";
import { KIB, MAX_SINGLE_REQUEST, MIB } from "../../../contract/constants.ts";
import {
	DISPLAY_EDGE,
	GLYPH_SHEET,
	MAX_LISTING_ENTRIES,
	POSTER_BYTES,
	PREVIEW_WIDTHS,
} from "./preview-sizes.ts";

/** The tiny raster's longest edge in pixels; also at most a quarter of the original's. */
export const IMAGE_PREVIEW_EDGE = 96;
/** Previews that a share is published with, if nothing fails. */
export const FIRST_PREVIEWS = 24;
/**
 * Previews that a share's response inlines: a phone's first screens. The rest load as they scroll into view, since
 * the picture that sells waits for the document.
 */
export const INLINED_PREVIEWS = 8;
export {
	DISPLAY_EDGE,
	GLYPH_SHEET,
	needsDisplay,
	POSTER_EDGE,
	SAMPLE_EDGE,
	SMALL_ORIGINAL,
	watermarkedEdge,
} from "./preview-sizes.ts";
/** Bytes that hold nearly every picture's size and credits. */
export const HEAD_BYTES = 256 * KIB;
/** The longest edge of a drawn page, a font's specimen or a 3D model's picture in pixels. */
export const PAGE_EDGE = 1024;
/** The longest edge of the picture embedded in a track or e-book in pixels. */
export const ART_EDGE = 640;
/** In pixels. */
export const COVER_EDGE = 1280;
/** The picture in link previews, in pixels. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
export const WAVEFORM_PEAKS = 400;
/** In bytes; in its JSON the picture takes four thirds of that. */
export const GLYPH_SHEET_BYTES = 192 * KIB;

const SHOWN_PAGES = 1 / 10;

/** Returns how many pages of a document may be seen. */
export function shownPages(pages: number): number {
	return Math.max(1, Math.min(PAGE_KINDS.length, Math.floor(pages * SHOWN_PAGES)));
}

/** In bytes; a whole track or film may fill one request. */
export const RENDITION_BYTES: Readonly<Record<RenditionKind, number>> = {
	image: 4 * KIB,
	watermarked: 512 * KIB,
	sample: MIB,
	display: 1.5 * MIB,
	web: 6 * MIB,
	poster: POSTER_BYTES,
	page: 384 * KIB,
	page2: 384 * KIB,
	page3: 384 * KIB,
	page4: 384 * KIB,
	page5: 384 * KIB,
	art: 128 * KIB,
	waveform: KIB,
	tags: KIB,
	glyphs: 288 * KIB,
	listing: 256 * KIB,
	cover: 384 * KIB,
	card: 384 * KIB,
	clip: 24 * MIB,
};
export const WHOLE_CLIP_BYTES = MAX_SINGLE_REQUEST;

/** The bitrates that the clip maker requests from its encoders, in bits per second. */
export const CLIP_VIDEO_BITS = 2_000_000;
export const CLIP_SOUND_BITS = 88_000;
/** Twice the bitrate that encoders are asked for, since some overshoot. */
const MAX_FILM_BITS = 2 * (CLIP_VIDEO_BITS + CLIP_SOUND_BITS);
const MAX_SOUND_BITS = 2 * CLIP_SOUND_BITS;

/** Returns the maximum size in bytes of a clip of any type. */
export function clipBytes(durationMs: number, hasVideo: boolean): number {
	const bits = hasVideo ? MAX_FILM_BITS : MAX_SOUND_BITS;
	return 256 * KIB + Math.floor(((bits / 8) * durationMs) / 1000);
}

/** Returns how many ms of a track or film may be played before payment. */
export function clipLimitMs(policy: PreviewPolicy["clip"], durationMs: number): number {
	if (policy === "whole") return durationMs;
	return Math.min(Number(policy) * 1000, Math.floor(durationMs / 3));
}

/** Moves a clip's start earlier if the clip wouldn't fit otherwise. All in ms. */
export function clipStartMs(wantedMs: number, limitMs: number, durationMs: number): number {
	return Math.max(0, Math.min(Math.floor(wantedMs), durationMs - limitMs));
}

/** Returns the longest edge in pixels of an image's tiny raster; 0 if it is too small for one. */
export function previewEdge(width: number, height: number): number {
	return Math.min(IMAGE_PREVIEW_EDGE, Math.floor(Math.max(width, height) / 4));
}

const pixels = z.coerce.number().int().min(1).max(1_000_000);

export const putPreviewQuery = z
	.strictObject({
		/** the body's kind */
		kind: z.enum(RENDITION_KINDS),
		/** pixels of the original as displayed, after its EXIF orientation */
		width: pixels.optional(),
		/** pixels of the original as displayed, after its EXIF orientation */
		height: pixels.optional(),
		/** length of the original in milliseconds */
		durationMs: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
		/** where a clip begins in the original, in milliseconds; 0 by default */
		startMs: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
		/** number of pages of the original */
		pages: z.coerce.number().int().min(1).max(100_000).optional(),
	})
	.superRefine((query, check) => {
		const raster = [
			"image",
			"watermarked",
			"sample",
			"display",
			"web",
			"art",
			...PAGE_KINDS,
		].includes(query.kind);
		if (raster && !(query.width && query.height))
			check.addIssue({ code: "custom", path: ["width"], message: "The original's size is needed" });
		if (query.kind === "clip" && !query.durationMs)
			check.addIssue({
				code: "custom",
				path: ["durationMs"],
				message: "The original's length is needed",
			});
	});

export const PREVIEW_FAILURES = [
	"unreadable",
	"undecodable",
	"unencodable",
	"slow",
	"refused",
] as const;
export type PreviewFailure = (typeof PREVIEW_FAILURES)[number];

export const previewFailureInput = z.strictObject({
	/**
	 * `unreadable`: it is damaged, has nothing to show or has a format without a preview; `undecodable`,
	 * `unencodable`: the browser can't decode it, or encode a clip; `slow`: it took too long; `refused`: the
	 * server refused the result
	 */
	reason: z.enum(PREVIEW_FAILURES),
});

/** The creator's files without a preview, by share. */
export type MissingPreviews = {
	/** shares with such files */
	shares: {
		shareId: string;
		title: string;
		preview: PreviewPolicy;
		/** the longest edge of the web sizes that it sells, in pixels; absent otherwise */
		webEdge?: number;
		/** how many of those files have a preview */
		made: number;
		/** how many files a preview can be made of */
		total: number;
		/** the first of those without one */
		files: {
			id: string;
			name: string;
			size: number;
			/** why it has none; null if no browser has tried */
			failure: PreviewFailure | null;
			/** it also needs a `sample`: it is shown sharp without a mark; absent otherwise */
			isUnmarked?: true;
		}[];
	}[];
};

export const filePreviewQuery = z.strictObject({
	/**
	 * the width in pixels in which someone who may download wants to see a picture: 256, 384, 640, 1024 or 2048;
	 * without it they get the original
	 */
	width: z.coerce
		.number()
		.refine(
			(width) => width === DISPLAY_EDGE || (PREVIEW_WIDTHS as readonly number[]).includes(width),
			"Not a served width",
		)
		.optional(),
});

export const renditionQuery = z.strictObject({
	/** the width of a sharp picture in pixels: 256, 384, 640 or 1024 */
	width: z.coerce
		.number()
		.refine((width) => (PREVIEW_WIDTHS as readonly number[]).includes(width), "Not a served width")
		.optional(),
});

/** The body of a `listing`, as JSON; a longer one is truncated and states the total. */
export const listingBody = z.strictObject({
	/** how many entries there are in all */
	total: z.number().int().min(0).max(10_000_000),
	/** the first entries */
	entries: z
		.array(
			z.strictObject({
				/** the path of the entry in the archive */
				name: z.string().max(1000),
				size: z.number().int().min(0),
			}),
		)
		.max(MAX_LISTING_ENTRIES),
});
/** An archive's contents. */
export type Listing = z.infer<typeof listingBody>;

/** More characters than are shown. */
const MAX_TAG_CHARS = 120;
const tag = z.string().trim().min(1).max(MAX_TAG_CHARS).optional();
const place = z.number().int().min(1).max(9999).optional();

/** The body of `tags`, as JSON. */
export const tagsBody = z.strictObject({
	title: tag,
	artist: tag,
	album: tag,
	disc: place,
	number: place,
	family: tag,
	style: tag,
	weight: z.number().int().min(1).max(1000).optional(),
});

const length = z.number().min(-GLYPH_SHEET.edge).max(GLYPH_SHEET.edge);

/** The body of `glyphs`, as JSON. All lengths are in pixels of the picture. */
export const glyphsBody = z.strictObject({
	/** the height of a row of letters */
	height: length,
	/** the baseline, from the top of the row */
	ascent: length,
	/** where each letter is: left, top and width in the picture; then its offset from the pen, and its advance */
	glyphs: z.record(z.string().min(1).max(2), z.tuple([length, length, length, length, length])),
	/** what pairs of letters are moved by */
	kerning: z.record(z.string().min(2).max(4), length),
	/** black on white, as a data URI */
	picture: z.string(),
});
/** The letters of a font as a picture: enough to set words in it, without an outline. */
export type GlyphSheet = z.infer<typeof glyphsBody>;

/** Pictures of a share as a whole, stored under the share's id instead of a file's. */
export const SHARE_PICTURES = ["cover", "card"] as const;
export type SharePicture = (typeof SHARE_PICTURES)[number];

/** A preview or picture that was stored. */
export type StoredRendition = {
	/** its kind */
	kind: RenditionKind;
	size: number;
};
