import { describeRoutes, json } from "../../route.docs.ts";
import type { Choices, OwnChoice, SavedChoice } from "./contract.ts";

const CLOSED = [
	"share.ended",
	"share.locked",
	"share.not_found",
	"share.not_open",
	"share.removed_by_order",
	"share.taken_down",
] as const;

export const choosingDocs = describeRoutes("Shares", {
	"GET /api/file-shares/:shareId/choice": {
		who: "choosing",
		trips: { primary: 2 },
		summary: "Read this browser's choice",
		description: "Of a share that asks its clients to choose. A cookie names the client.",
		ok: { 200: json<OwnChoice>() },
		errors: CLOSED,
	},
	"PUT /api/file-shares/:shareId/choice": {
		who: "choosing",
		trips: { primary: 5 },
		summary: "Save or send this browser's choice",
		description:
			"It replaces the earlier one. The first sets a cookie, which names the client from then on. The creator gets a mail when a choice is sent.",
		ok: { 200: json<SavedChoice>() },
		errors: [...CLOSED, "share.changed"],
		example: {
			name: "Anna",
			files: [
				{ id: "0rgadCY8niNFmzs3UjqlUA", chosen: true, comment: "In black and white, please" },
			],
			send: true,
		},
	},
	"GET /api/file-shares/:shareId/choices": {
		who: "own share",
		token: "shares:read",
		trips: { replica: 2 },
		summary: "List what clients have chosen",
		description:
			"Of a share that asks its clients to choose. Each client's choice stands alone, also while it isn't sent.",
		ok: { 200: json<Choices>() },
		errors: ["share.not_found"],
	},
	"GET /api/file-shares/:shareId/choices.csv": {
		who: "own share",
		token: "shares:read",
		trips: { replica: 3 },
		summary: "Export what clients have chosen",
		description: "As CSV.",
		ok: { 200: { types: ["text/csv"], description: "One line for each client and file." } },
		errors: ["share.not_found"],
		headers: ["Content-Disposition"],
	},
	"DELETE /api/file-shares/:shareId/choices/:id": {
		who: "creators",
		trips: { primary: 2 },
		summary: "Delete a client's choice",
		description: "With the name and comments. Repeating it changes nothing.",
		ok: { 204: null },
	},
});
