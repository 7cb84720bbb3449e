import type { Area } from "../operation.ts";

export const pages: Area = {
	name: "Creators' pages",
	description: "The page of a creator, with picture, links and listed shares.",
	operations: {
		"GET /api/creator-page": {
			summary: "Read one's own page",
			description: "Null where the creator has none.",
			ok: { 200: "OwnPage" },
		},
		"PUT /api/creator-page": {
			summary: "Set up or change one's page",
			description:
				"A former handle leads to the page for a year, in which nobody else can take it.",
			ok: { 200: "SavedPage" },
			errors: ["handle.changed_often", "handle.taken"],
			example: { handle: "ada", line: "Presets for warm light", links: [] },
		},
		"DELETE /api/creator-page": {
			summary: "Remove one's page",
			description: "With its picture. The handle is kept for the creator for a year.",
			ok: { 204: null },
		},
		"GET /api/creator-page/handles/:handle": {
			summary: "Check whether a handle is free",
			description: "Whether the creator could take it now. Another creator may do so first.",
			ok: { 200: "HandleAvailability" },
		},
		"PUT /api/creator-page/avatar": {
			summary: "Set the page's picture",
			description: "It is made square and stored without metadata.",
			ok: { 200: "SavedPage" },
			errors: ["creator.not_found", "file.type_not_accepted", "request.invalid"],
			body: { types: ["image/*"], description: "The picture: JPEG, PNG or WebP, at most 5 MiB." },
		},
		"DELETE /api/creator-page/avatar": {
			summary: "Remove the page's picture",
			description: "The page stays as it is otherwise.",
			ok: { 200: "SavedPage" },
			errors: ["creator.not_found"],
		},
		"GET /api/creators/:handle": {
			summary: "Read a creator's page",
			description: "What anyone sees there. A former handle returns the page with its present one.",
			ok: { 200: "CreatorPage" },
			errors: ["creator.not_found"],
		},
	},
};
