import type { MyShare } from "../../catalogue/shares/contract/shares.ts";
import { describeRoutes, json } from "../../route.docs.ts";
import type { DashboardMetrics } from "./contract.ts";

export const dashboardDocs = describeRoutes("Sales and customers", {
	"GET /api/purchases/:id/evidence": {
		who: "sale",
		trips: { replica: 3, primary: 1 },
		summary: "Read the evidence of a purchase, for a dispute",
		description: "What is known of the sale, its delivery and its downloads.",
		ok: { 200: { types: ["text/html"], description: "A page to print." } },
		errors: ["purchase.not_found"],
	},
	"GET /api/my-file-shares": {
		area: "Shares",
		who: "creators",
		token: "shares:read",
		trips: { replica: 1 },
		summary: "List own shares",
		description:
			'The newest first, or as `sort` says, in pages: the header `Link` has the address of the next page with `rel="next"`, and is absent on the last one. `search` looks for words of the title, in any order, without regard to case and accents; `shareId` asks for one share. Shares that are added or deleted meanwhile move no others to another page.',
		ok: { 200: json<MyShare[]>() },
		headers: ["ETag", "Link"],
	},
	"GET /api/dashboard": {
		who: "creators",
		token: "sales:read",
		trips: { replica: 1 },
		summary: "Read the figures of the last days",
		description: "Over all shares, deleted ones included. A sale counts on the day it was paid.",
		ok: { 200: json<DashboardMetrics>() },
		headers: ["ETag"],
	},
});
