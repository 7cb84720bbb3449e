import { describeRoutes, json } from "../../route.docs.ts";
import type { CreatedShare } from "../shares/contract/shares.ts";

export const bundleDocs = describeRoutes("Shares", {
	"POST /api/bundles": {
		who: "sellers",
		token: "shares:write",
		trips: { primary: 4 },
		summary: "Create a bundle of shares",
		description:
			"Its buyers get all of its parts. It has no files of its own and takes no upload of the month.",
		ok: { 201: json<CreatedShare>() },
		example: {
			title: "All presets",
			description: "Both packs at once.",
			price: "15.00",
			parts: ["0rgadCY8niNFmzs3UjqlUA", "EWkkMpkgY3s0qLwJx5v7Tg"],
		},
		errors: ["bundle.too_many"],
	},
});
