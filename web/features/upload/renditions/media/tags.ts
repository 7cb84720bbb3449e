import type { Input } from "mediabunny";
import type { TrackTags } from "../../../../../worker/contract/catalogue/shares.ts";
import { shortName } from "../../../../../worker/contract/pages/short-name.ts";
import type { Rendition } from "../rendition.ts";

/** One line as short as it is shown; undefined when nothing is left. */
const clean = (text: string | undefined) =>
	shortName((text ?? "").replaceAll(/[\p{Cc}\s]+/gu, " ").trim()) || undefined;

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
