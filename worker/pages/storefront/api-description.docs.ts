import { describeRoutes } from "../../route.docs.ts";

export const apiDescriptionDocs = describeRoutes("Service", {
	"GET /api/openapi.json": {
		who: "anyone",
		summary: "Read this description",
		description: "Any site may read it.",
		ok: {
			200: { types: ["application/json"], description: "The description, as OpenAPI 3.1." },
		},
		headers: ["ETag"],
	},
	"GET /docs/api": {
		notInApi: "a page",
		who: "anyone",
	},
	"GET /docs/api/:area{[a-z-]+}": {
		notInApi: "a page",
		who: "anyone",
	},
});
