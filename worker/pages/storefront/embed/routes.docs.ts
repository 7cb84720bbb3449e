import { describeRoutes, json } from "../../../route.docs.ts";

/** How another site shows a share, as https://oembed.com specifies. */
type OEmbed = {
	/** of oEmbed: `1.0` */
	version: string;
	/** a frame */
	type: "rich";
	title: string;
	/** the creator's name; absent without one */
	author_name?: string;
	/** the creator's page; absent without one */
	author_url?: string;
	/** the name of the product */
	provider_name: string;
	/** the address of the installation */
	provider_url: string;
	/** how long this may be kept, in seconds */
	cache_age: number;
	/** a picture; absent where it would be larger than what was asked for */
	thumbnail_url?: string;
	/** pixels */
	thumbnail_width?: number;
	/** pixels */
	thumbnail_height?: number;
	/** the frame to insert */
	html: string;
	/** pixels */
	width: number;
	/** pixels */
	height: number;
};

export const embedDocs = describeRoutes("Files and previews", {
	"GET /embed/:shareId": {
		notInApi: "a page",
		who: "embed",
		no: 404,
		trips: { replica: 1 },
	},
	"GET /oembed": {
		who: "embed",
		no: "share.not_found",
		trips: { replica: 2 },
		summary: "Describe how a share is embedded (oEmbed)",
		description:
			"For sites that show links as https://oembed.com says. Only public shares can be shown. Parameters that are not listed here are ignored, since sites send their own.",
		ok: {
			200: {
				types: ["application/json"],
				description: "What oEmbed asks for.",
				json: json<OEmbed>(),
			},
		},
		errors: ["share.not_found"],
	},
});
