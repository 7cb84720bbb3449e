import { describeRoutes, json } from "../../route.docs.ts";
import type { BuyerUpdate, BuyerUpdates } from "./contract.ts";

export const updateDocs = describeRoutes("Shares", {
	"GET /api/file-shares/:shareId/updates": {
		who: "own share",
		trips: { replica: 1, primary: 2 },
		summary: "List the messages to a share's buyers",
		description:
			"With how many buyers a message would reach now, and what surrounds it in the mail.",
		ok: { 200: json<BuyerUpdates>() },
		errors: ["share.not_found"],
	},
	"POST /api/file-shares/:shareId/updates": {
		who: "message to buyers",
		trips: { primary: 4 },
		summary: "Write to a share's buyers",
		description: "Once a day for each share.",
		ok: { 201: json<BuyerUpdate>() },
		errors: ["account.email_unverified", "share.not_found", "update.no_buyers", "update.too_soon"],
		example: { text: "There are three new pictures in the set." },
	},
	"GET /unsubscribe/:purchaseId/:token": {
		notInApi: "a page of a mail's link, and the button of mail programs (RFC 8058)",
		who: "token",
		trips: { primary: 2 },
	},
	"POST /unsubscribe/:purchaseId/:token": {
		notInApi: "a page of a mail's link, and the button of mail programs (RFC 8058)",
		who: "token",
		trips: { primary: 5 },
	},
});
