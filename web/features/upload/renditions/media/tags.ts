import type { Input } from "mediabunny";
import type { TrackTags } from "../../../../../worker/contract/catalogue/shares.ts";
import { MAX_TAG_CHARS } from "../../../../../worker/contract/files/previews.ts";
import type { Rendition } from "../rendition.ts";

/** One line of at most `MAX_TAG_CHARS` characters; undefined when nothing is left. */
const clean = (text: string | undefined) =>
	[...(text ?? "").replaceAll(/[\p{Cc}\s]+/gu, " ").trim()].slice(0, MAX_TAG_CHARS / 2).join("") ||
	undefined;

/** Returns the title, the artist, the album and the number that a track has in its tags; null without any. */
export async function tagsOf(input: Input): Promise<Rendition | null> {
	const { title, artist, albumArtist, album, trackNumber } = await input.getMetadataTags();
	const number = Number(trackNumber);
	const tags: { [Name in keyof TrackTags]: TrackTags[Name] | undefined } = {
		title: clean(title),
		artist: clean(artist) ?? clean(albumArtist),
		album: clean(album),
		number: Number.isInteger(number) && number >= 1 && number <= 9999 ? number : undefined,
	};
	if (Object.values(tags).every((value) => value === undefined)) return null;
	return { kind: "tags", body: new Blob([JSON.stringify(tags)], { type: "application/json" }) };
}
