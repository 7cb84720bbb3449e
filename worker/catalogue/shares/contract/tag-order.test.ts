import { expect, it } from "vitest";
import { iconOf } from "../../../files/contract/file-types.ts";
import type { FileTags, ShareFile } from "./shares.ts";
import { inTagOrder } from "./tag-order.ts";

const TYPES = { mp3: "audio/mpeg", otf: "font/otf", png: "image/png" };

type Given = [name: string, tags?: FileTags, folderPath?: string];

function file([originalName, tags, folderPath = "Main Files"]: Given): ShareFile {
	const extension = originalName.slice(-3) as keyof typeof TYPES;
	const mimeType = TYPES[extension];
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
	[
		"of fonts by family, weight and style, with others in their places",
		[
			["5.otf", { family: "Tide", style: "Bold Italic", weight: 700 }],
			["cover.png"],
			["4.otf", { family: "Tide", style: "Bold", weight: 700 }],
			["6.otf"],
			["3.otf", { family: "Tide", style: "Regular", weight: 400 }],
			["2.otf", { family: "Tide", style: "Thin", weight: 100 }],
			["1.otf", { family: "Kelp", style: "Black", weight: 900 }],
		],
		["1.otf", "cover.png", "2.otf", "3.otf", "4.otf", "5.otf", "6.otf"],
	],
])("orders files %s", (_, given, expected) => {
	expect(inTagOrder(given.map(file)).map(({ id }) => id)).toEqual(expected);
});
