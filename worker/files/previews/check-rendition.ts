import type * as z from "zod";
import { WEB_TYPE } from "../../catalogue/shares/contract/editions.ts";
import type { PreviewPolicy } from "../../catalogue/shares/contract/share-fields.ts";
import {
	type FileTags,
	PAGE_KINDS,
	type RenditionKind,
} from "../../catalogue/shares/contract/shares.ts";
import { shortName } from "../../pages/storefront/contract/short-name.ts";
import { failure } from "../../platform/errors.ts";
import { invalid } from "../../platform/http/validation.ts";
import { readCredits, withCredits } from "../contract/credits.ts";
import { typeOfMime } from "../contract/file-types.ts";
import { type ImageHeader, readImageHeader } from "../contract/image-header.ts";
import {
	ART_EDGE,
	clipBytes,
	clipLimitMs,
	DISPLAY_EDGE,
	GLYPH_SHEET,
	type GlyphSheet,
	glyphsBody,
	HEAD_BYTES,
	listingBody,
	PAGE_EDGE,
	POSTER_EDGE,
	previewEdge,
	type putPreviewQuery,
	RENDITION_BYTES,
	SAMPLE_EDGE,
	shownPages,
	tagsBody,
	WAVEFORM_PEAKS,
	WHOLE_CLIP_BYTES,
	watermarkedEdge,
} from "./contract/previews.ts";
import { type ShownPictures, showsSharp } from "./contract/samples.ts";
import { fits } from "./preview-of.ts";
import { bytesOfDataUri } from "./rendition-row.ts";
import { stripMetadata } from "./strip-metadata.ts";

/** `webEdge`: the longest edge of the web sizes that the share sells, in pixels. */
export type ShownPolicy = PreviewPolicy & ShownPictures & { webEdge: number | null };
export type Announced = z.infer<typeof putPreviewQuery>;

const refuse = (message: string) => failure("request.invalid", { message });

/** In bytes. */
function sizeLimit(kind: RenditionKind, policy: PreviewPolicy): number {
	return kind === "clip" && policy.clip === "whole" ? WHOLE_CLIP_BYTES : RENDITION_BYTES[kind];
}

/** Checks an announced rendition before a byte is read. Throws `request.invalid`, `request.too_large`. */
export function checkAnnounced(
	announced: Announced,
	file: { id: string; mimeType: string },
	policy: ShownPolicy,
	size: number,
): void {
	const { kind } = announced;
	// Buyers see pictures of a share that shows none before payment.
	if (policy.images === "none" && kind !== "display" && kind !== "web")
		throw refuse("No preview of this file is shown.");
	if (!fits(kind, file.mimeType)) throw refuse(`A file of this type has no ${kind} preview.`);
	if (kind === "web" && policy.webEdge === null) throw refuse("This share sells no web size.");
	if (isPage(kind) && PAGE_KINDS.indexOf(kind) >= shownPages(announced.pages ?? 1))
		throw refuse("So many pages of a document of this length aren't shown.");
	if (kind === "sample" && !showsSharp(kind, file.id, policy))
		throw refuse("This file is no unmarked sample of its share.");
	if (size < 1) throw refuse("The preview is empty.");
	if (size > sizeLimit(kind, policy)) throw failure("request.too_large");
}

const isPage = (kind: RenditionKind): kind is (typeof PAGE_KINDS)[number] =>
	PAGE_KINDS.some((page) => page === kind);

function edgeLimit(
	{ kind, width = 1, height = 1 }: Announced,
	{ webEdge }: Pick<ShownPolicy, "webEdge">,
): number {
	if (kind === "image") return previewEdge(width, height);
	if (kind === "poster") return POSTER_EDGE;
	// Drawn, not scaled down: paper has no pixels, and a small cover may fill its page.
	if (isPage(kind)) return PAGE_EDGE;
	if (kind === "art") return ART_EDGE;
	if (kind === "sample") return Math.min(SAMPLE_EDGE, Math.max(width, height));
	if (kind === "web") return Math.min(webEdge ?? 0, Math.max(width, height));
	if (kind === "display") return Math.min(DISPLAY_EDGE, Math.max(width, height));
	return watermarkedEdge(width, height);
}

/** Throws `request.invalid` if a picture is larger than announced. */
export function checkEdge(
	header: ImageHeader,
	announced: Announced,
	policy: Pick<ShownPolicy, "webEdge">,
): void {
	const limit = edgeLimit(announced, policy);
	if (Math.max(header.width, header.height) > limit)
		throw refuse(`The preview may have ${limit} pixels on its longest edge.`);
}

/**
 * Accepts a complete WebP, JPEG or PNG whose size `checkSize` accepts; returns it without metadata. Throws
 * `file.type_not_accepted`, `request.invalid`.
 */
export function checkPicture(
	bytes: Uint8Array<ArrayBuffer>,
	checkSize: (header: ImageHeader) => void,
): { bytes: Uint8Array<ArrayBuffer>; mimeType: string; width: number; height: number } {
	const header = readImageHeader(bytes);
	if (!header || header.format === "image/gif")
		throw failure("file.type_not_accepted", "The preview is no WebP, JPEG or PNG.");
	checkSize(header);
	const stripped = stripMetadata(bytes, header.format);
	if (!stripped || readImageHeader(stripped)?.metadata !== false)
		throw refuse("The preview is not whole.");
	return { bytes: stripped, mimeType: header.format, width: header.width, height: header.height };
}

/** Like `checkPicture`, for a JPEG; keeps what its EXIF says about its author. */
export function checkWeb(
	bytes: Uint8Array<ArrayBuffer>,
	checkSize: (header: ImageHeader) => void,
): ReturnType<typeof checkPicture> {
	const picture = checkPicture(bytes, checkSize);
	if (picture.mimeType !== WEB_TYPE)
		throw failure("file.type_not_accepted", "The web size is no JPEG.");
	return {
		...picture,
		bytes: withCredits(picture.bytes, readCredits(bytes.subarray(0, HEAD_BYTES))),
	};
}

/**
 * Rebuilds a listing's JSON, so that it can't contain a long run of the archive's bytes. Throws `request.invalid`.
 */
export function checkListing(bytes: Uint8Array): string {
	const listing = listingBody.safeParse(jsonIn(bytes, "listing"));
	if (!listing.success) throw invalid(listing.error);
	const { total, entries } = listing.data;
	const shown = entries.map(({ name, size }) => ({ name: shortName(name), size }));
	return JSON.stringify({ total, entries: shown });
}

function jsonIn(bytes: Uint8Array, name: string): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
	} catch {
		throw refuse(`The ${name} is no JSON.`);
	}
}

/** Like `checkListing`. */
export function checkTags(bytes: Uint8Array): string {
	const sent = tagsBody.safeParse(jsonIn(bytes, "tags"));
	if (!sent.success) throw invalid(sent.error);
	const { title, artist, album, disc, number, family, style, weight } = sent.data;
	const tags: FileTags = {
		...(title && { title: shortName(title) }),
		...(artist && { artist: shortName(artist) }),
		...(album && { album: shortName(album) }),
		...(disc && { disc }),
		...(number && { number }),
		...(family && { family: shortName(family) }),
		...(style && { style: shortName(style) }),
		...(weight && { weight }),
	};
	return JSON.stringify(tags);
}

/** Returns a font's letters and their checked picture. Throws like `checkPicture`. */
export function checkGlyphs(bytes: Uint8Array): {
	sheet: GlyphSheet;
	picture: ReturnType<typeof checkPicture>;
} {
	const sent = glyphsBody.safeParse(jsonIn(bytes, "sheet of letters"));
	if (!sent.success) throw invalid(sent.error);
	const picture = checkPicture(bytesOfDataUri(sent.data.picture), ({ width, height }) => {
		if (width !== GLYPH_SHEET.width || height > GLYPH_SHEET.edge)
			throw refuse("The picture of the letters has another size.");
	});
	return { sheet: sent.data, picture };
}

const PEAKS = new RegExp(`^[0-9a-z]{1,${WAVEFORM_PEAKS}}$`);

/** One base-36 digit for each peak. Throws `request.invalid`. */
export function checkWaveform(bytes: Uint8Array): string {
	const peaks = new TextDecoder().decode(bytes);
	if (!PEAKS.test(peaks)) throw refuse("The preview is no waveform.");
	return peaks;
}

/** Null for a container that our clip maker doesn't write. */
function containerOf(head: Uint8Array): "mp4" | "webm" | null {
	const text = new TextDecoder("latin1").decode(head);
	if (text.startsWith("\x1aE\xdf\xa3")) return "webm";
	return text.slice(4, 8) === "ftyp" ? "mp4" : null;
}

/**
 * Checks the first bytes and the size that the length allows, without parsing the container: a creator who lies
 * about a clip gives away only their own work. Returns the length in ms. Throws `file.type_not_accepted`,
 * `request.invalid`.
 */
export function checkClip(
	head: Uint8Array,
	{ durationMs: originalMs = 0, startMs = 0 }: Announced,
	file: { mimeType: string },
	policy: PreviewPolicy,
	size: number,
): { mimeType: string; durationMs: number } {
	const container = containerOf(head);
	if (!container) throw failure("file.type_not_accepted", "The preview is no clip of this file.");
	const durationMs = clipLimitMs(policy.clip, originalMs);
	if (startMs + durationMs > originalMs)
		throw refuse("The clip begins too late to be a part of the original.");
	const family = typeOfMime(file.mimeType)?.family === "video" ? "video" : "audio";
	if (size > clipBytes(durationMs, family === "video"))
		throw refuse("The clip has more bytes than its length needs.");
	return { mimeType: `${family}/${container}`, durationMs };
}
