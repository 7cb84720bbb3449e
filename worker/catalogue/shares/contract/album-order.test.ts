import { expect, it } from "vitest";
import { iconOf } from "../../../files/contract/file-types.ts";
import { inAlbumOrder } from "./album-order.ts";
import type { ShareFile, TrackTags } from "./shares.ts";

type Given = [name: string, tags?: TrackTags, folderPath?: string];

function file([originalName, tags, folderPath = "Main Files"]: Given): ShareFile {
	const mimeType = originalName.endsWith("mp3") ? "audio/mpeg" : "image/png";
	const row = {
		id: originalName,
		originalName,
		mimeType,
		icon: iconOf(mimeType),
		size: 1,
		folderPath,
	};
	const preview = {
		kind: "clip",
		width: null,
		height: null,
		placeholder: null,
		src: null,
	} as const;
	const more = { pages: null, durationMs: null, clipMs: null, waveform: null };
	return { ...row, preview: tags ? { ...preview, ...more, tags } : null };
}

const album = "Slack Water";

it.each<[string, Given[], string[]]>([
	[
		"by disc, number and name, and leaves other files where they are",
		[
			["b 10.mp3", { album }],
			["cover.png"],
			["d.mp3", { album, disc: 2, number: 1 }],
			["b 9.mp3", { album }],
			["c.mp3", { album, number: 2 }],
			["a.mp3", { album, disc: 1, number: 1 }],
		],
		["a.mp3", "cover.png", "c.mp3", "b 9.mp3", "b 10.mp3", "d.mp3"],
	],
	[
		"of discs in folders by folder",
		[
			["2.mp3", { album, number: 2 }, "One"],
			["1.mp3", { album, number: 1 }, "Another"],
			["1b.mp3", { album, number: 1 }, "One"],
		],
		["1b.mp3", "2.mp3", "1.mp3"],
	],
	[
		"by the numbers in their names where they have no tags",
		[["Track 1.mp3"], ["Track 10.mp3"], ["Track 2.mp3"]],
		["Track 1.mp3", "Track 2.mp3", "Track 10.mp3"],
	],
	[
		"as they were where they are of different albums",
		[
			["b.mp3", { album, number: 2 }],
			["a.mp3", { album: "Low Tide", number: 1 }],
		],
		["b.mp3", "a.mp3"],
	],
	[
		"as they were without tags and numbers",
		[["outro.mp3"], ["intro.mp3"]],
		["outro.mp3", "intro.mp3"],
	],
])("orders tracks %s", (_, given, expected) => {
	expect(inAlbumOrder(given.map(file)).map(({ id }) => id)).toEqual(expected);
});
