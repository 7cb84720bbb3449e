import type { Health } from "../../contract/health.ts";
import { describeRoutes, json } from "../../route.docs.ts";

export const healthDocs = describeRoutes("Service", {
	"GET /api/health": {
		who: "anyone",
		trips: { primary: 1, files: 1 },
		summary: "Check that everything is reachable",
		description: "For monitors: the database, the bucket and the payment provider.",
		ok: { 200: json<Health>(), 503: json<Health>() },
		headers: ["Worker-Version"],
	},
});
