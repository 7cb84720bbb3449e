import { describeRoutes, json } from "../../route.docs.ts";
import type { OwnSanction } from "./contract.ts";

export const moderationDocs = describeRoutes("Service", {
	"GET /api/decisions": {
		who: "creators",
		trips: { replica: 2 },
		summary: "List decisions against the creator",
		description: "Of the operator, against shares or the account, the latest first.",
		ok: { 200: json<OwnSanction[]>() },
	},
	"POST /api/decisions/:id/appeal": {
		who: "one creator",
		no: "sanction.not_found",
		trips: { primary: 3 },
		summary: "Appeal against a decision",
		description: "Once for each decision that is in force.",
		ok: { 204: null },
		errors: ["sanction.appealed", "sanction.not_found"],
		example: { text: "These are my own pictures; I can send the originals." },
	},
});
