import type { PublicConfig } from "../../contract/config.ts";
import { describeRoutes, json } from "../../route.docs.ts";

export const planDocs = describeRoutes("Service", {
	"GET /api/config": {
		who: "anyone",
		summary: "Read the public configuration",
		description:
			"What the website's pages need to know of the installation: plans, limits and what is paused.",
		ok: { 200: json<PublicConfig>() },
	},
});
