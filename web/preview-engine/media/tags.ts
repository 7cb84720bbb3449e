import type { Input } from "mediabunny";
import type { FileTags } from "../../../worker/catalogue/shares/contract/shares.ts";
import { ART_EDGE, RENDITION_BYTES } from "../../../worker/files/previews/contract/previews.ts";
import { shortName } from "../../../worker/pages/storefront/contract/short-name.ts";
import { drawPicture, pictureSize } from "../embedded-picture.ts";
import { encodeCanvas } from "../encode-canvas.ts";
import type { Rendition } from "../rendition.ts";
import { nationalTexts } from "./eight-bit-text.ts";
import { SEPARATORS } from "./id3.ts";

/** Formats whose texts the media library may have read as ISO 8859-1. */
const EIGHT_BIT = ["MP3", "ADTS", "WAVE"];

/** On one line; undefined if nothing is left, or a part couldn't be decoded. */
function clean(text = ""): string | undefined {
	// Half a character at the end is padding.
	const complete = text.replace(/\ufffd$/, "");
	if (complete.includes("\ufffd")) return undefined;
	const listed = SEPARATORS.reduce((all, separator) => all.replaceAll(separator, ", "), complete);
	return shortName(listed.replaceAll(/[\p{Cc}\s]+/gu, " ").trim()) || undefined;
}

const place = (number = 0) => (number >= 1 && number <= 9999 ? number : undefined);

/** Without tags it has the length alone, which must not wait for the clip. */
export async function tagsOf(input: Input, durationMs: number): Promise<Rendition> {
	const { title, artist, albumArtist, album, trackNumber, discNumber, raw } =
		await input.getMetadataTags();
	const isEightBit = EIGHT_BIT.includes((await input.getFormat()).name);
	const artists = Array.isArray(raw?.ARTIST) ? raw.ARTIST.join(", ") : artist;
	const texts = [title, artists, albumArtist, album].map((text = "") => text);
	const shown = (isEightBit ? nationalTexts(texts) : texts).map(clean);
	const tags: { [Name in keyof FileTags]: FileTags[Name] | undefined } = {
		title: shown[0],
		artist: shown[1] ?? shown[2],
		album: shown[3],
		disc: place(discNumber),
		number: place(trackNumber),
	};
	const body = new Blob([JSON.stringify(tags)], { type: "application/json" });
	return { kind: "tags", body, durationMs };
}

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
