import type { DeepHealth } from "../contract/health.ts";
import { describeRoutes, json } from "../route.docs.ts";

export const deepHealthDocs = describeRoutes("Service", {
	"GET /api/health/deep": {
		who: "token",
		yes: 503,
		trips: { primary: 20, objects: 2, files: 2, provider: 2 },
		summary: "Check everything in depth",
		description:
			"For the operator, with the variable `HEALTH_TOKEN`. Without that variable there is no such address.",
		ok: { 200: json<DeepHealth>(), 503: json<DeepHealth>() },
		errors: ["not_found"],
		credential: "health",
	},
});
