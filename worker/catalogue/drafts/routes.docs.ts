import { describeRoutes, json } from "../../route.docs.ts";
import { EMPTY_DRAFT, type ShareDraft } from "./contract.ts";

const draft = {
	...EMPTY_DRAFT,
	title: "Summer presets",
	description: "Twelve presets for warm light.",
	licence: "For private use only.",
	price: "9.99",
};

export const draftDocs = describeRoutes("Drafts and discount codes", {
	"GET /api/drafts": {
		who: "creators",
		token: "shares:read",
		trips: { replica: 2 },
		summary: "List drafts",
		description: "The last changed first.",
		ok: { 200: json<ShareDraft[]>() },
	},
	"PUT /api/drafts/:id": {
		who: "sellers",
		token: "shares:write",
		trips: { primary: 2 },
		summary: "Save a draft",
		description: "The client chooses the id; saving under the same id replaces the draft.",
		ok: { 200: json<ShareDraft>() },
		errors: ["draft.too_many"],
		example: draft,
	},
	"DELETE /api/drafts/:id": {
		who: "creators",
		token: "shares:write",
		trips: { primary: 2 },
		summary: "Delete a draft",
		description: "One that does not exist counts as deleted.",
		ok: { 204: null },
	},
	"POST /api/file-shares/:shareId/duplicate": {
		who: "own share, for sellers",
		token: "shares:write",
		trips: { primary: 4 },
		summary: "Make a draft from a share",
		description: "With its text, price and settings, without its files.",
		ok: { 201: json<ShareDraft>() },
		errors: ["draft.too_many", "share.not_found"],
	},
});
