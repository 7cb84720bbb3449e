import { BYTES_HEADERS, bytes } from "../../../files/bytes.docs.ts";
import { describeRoutes, json } from "../../../route.docs.ts";
import type { CreatorPage, HandleAvailability, OwnCreatorPage } from "../contract/creator-page.ts";

/** The creator's page, if there is one. */
type OwnPage = {
	/** null without one */
	page: OwnCreatorPage | null;
};

/** The creator's page as it is now. */
type SavedPage = { page: OwnCreatorPage };

export const creatorPageDocs = describeRoutes("Creators' pages", {
	"GET /c/:handle": {
		notInApi: "a page",
		who: "creator's page",
		no: 404,
		trips: { replica: 1 },
	},
	"GET /c/:handle/feed.xml": {
		notInApi: "for feed readers: Atom (RFC 4287)",
		who: "creator's page",
		no: 404,
		trips: { replica: 2 },
	},
	"GET /avatars/:avatarId": {
		area: "Files and previews",
		who: "anyone",
		trips: { replica: 1, files: 1 },
		summary: "Read the picture of a creator",
		description:
			"As the `avatar` of a creator's page has it. The address never changes its content.",
		ok: bytes("image/*", "The picture."),
		headers: BYTES_HEADERS,
		errors: ["creator.not_found"],
	},
	"GET /api/creators/:handle": {
		who: "creator's page",
		no: "creator.not_found",
		trips: { replica: 2 },
		summary: "Read a creator's page",
		description: "What anyone sees there. A former handle returns the page with its present one.",
		ok: { 200: json<CreatorPage>() },
		errors: ["creator.not_found"],
	},
	"GET /api/creator-page": {
		who: "creators",
		trips: { replica: 2 },
		summary: "Read one's own page",
		description: "Null where the creator has none.",
		ok: { 200: json<OwnPage>() },
	},
	"GET /api/creator-page/handles/:handle": {
		who: "creators",
		trips: { replica: 2 },
		summary: "Check whether a handle is free",
		description: "Whether the creator could take it now. Another creator may do so first.",
		ok: { 200: json<HandleAvailability>() },
	},
	"PUT /api/creator-page": {
		who: "sellers",
		trips: { replica: 1, primary: 2 },
		summary: "Set up or change one's page",
		description: "A former handle leads to the page for a year, in which nobody else can take it.",
		ok: { 200: json<SavedPage>() },
		errors: ["handle.changed_often", "handle.taken"],
		example: { handle: "ada", line: "Presets for warm light", links: [] },
	},
	"PUT /api/creator-page/avatar": {
		who: "sellers",
		trips: { replica: 2, primary: 3, files: 1 },
		summary: "Set the page's picture",
		description: "It is made square and stored without metadata.",
		ok: { 200: json<SavedPage>() },
		errors: ["creator.not_found", "file.type_not_accepted", "request.invalid"],
		body: { types: ["image/*"], description: "The picture: JPEG, PNG or WebP, at most 5 MiB." },
	},
	"DELETE /api/creator-page/avatar": {
		who: "creators",
		trips: { replica: 1, primary: 2 },
		summary: "Remove the page's picture",
		description: "The page stays as it is otherwise.",
		ok: { 200: json<SavedPage>() },
		errors: ["creator.not_found"],
	},
	"DELETE /api/creator-page": {
		who: "creators",
		trips: { primary: 2 },
		summary: "Remove one's page",
		description: "With its picture. The handle is kept for the creator for a year.",
		ok: { 204: null },
	},
});
