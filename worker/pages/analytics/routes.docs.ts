import { describeRoutes, json } from "../../route.docs.ts";
import type { Analytics } from "./contract.ts";

export const analyticsDocs = describeRoutes("Sales and customers", {
	"GET /api/analytics": {
		who: "own share's sales",
		token: "sales:read",
		trips: { replica: 1 },
		summary: "Read views and sales by day, source and country",
		description:
			"Of all shares or of one, in the last days (UTC), and in the same number of days before.",
		ok: { 200: json<Analytics>() },
		errors: ["share.not_found"],
	},
	"GET /api/analytics.csv": {
		who: "own share's sales",
		token: "sales:read",
		trips: { replica: 1 },
		summary: "Export views and sales by day, or by file",
		description:
			"One line for each day, share, source and country, the newest first; or for each file of a share that sells single files or asks to choose, the most sold first.",
		ok: { 200: { types: ["text/csv"], description: "One line a day." } },
		errors: ["share.not_found"],
		headers: ["Content-Disposition"],
	},
});
