import { CLOSED_SHARE } from "../../catalogue/shares/closed-share.docs.ts";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { describeRoutes, json } from "../../route.docs.ts";

export const storefrontDocs = describeRoutes("Shares", {
	"GET /api/file-shares/:shareId": {
		who: "share page",
		trips: { replica: 2, primary: 1 },
		summary: "Read a share as its visitor",
		description:
			"What depends on the caller: whether it is paid (buyer's cookie), and whether it is their own (session, or a token with `shares:read`). `code` shows the price with a discount code.",
		ok: { 200: json<ShareResponse>() },
		headers: ["ETag"],
		errors: ["file.not_found", "share.not_found", ...CLOSED_SHARE],
	},
	"GET /share/:shareId": {
		notInApi: "a page",
		who: "share document",
		trips: { replica: 2 },
	},
	"GET /share/:shareId/card.jpg": {
		area: "Files and previews",
		who: "public of a share",
		no: "share.taken_down",
		trips: { replica: 3, files: 1 },
		summary: "Read the picture of a share for link previews",
		description:
			"The one that the creator has set, else a part of the cover, else the product's mark. Never a part of an original.",
		ok: { 200: { types: ["image/jpeg"], description: "The picture, 1200 by 630 pixels." } },
		errors: ["share.not_found", ...CLOSED_SHARE],
	},
	"POST /api/file-shares/:shareId/unlock": {
		area: "Checkout and receipts",
		who: "unlock",
		trips: { primary: 2 },
		summary: "Unlock a share by its password",
		description: "Sets a cookie that opens the share.",
		ok: { 204: null },
		errors: [
			"rate.limited",
			"share.locked",
			"share.not_found",
			"share.removed_by_order",
			"share.taken_down",
		],
		example: { password: "the word from the newsletter" },
	},
	"POST /api/file-shares/:shareId/counts": {
		who: "anyone",
		yes: 204,
		trips: { primary: 1 },
		summary: "Count files that a visitor opened or chose",
		description:
			"For the creator's statistics, anonymously. Counts only files of a share that sells single files or asks its clients to choose.",
		ok: { 204: null },
		example: { seen: ["2RAETFTQ2TwpqG1NjnyPg"], hearts: [] },
	},
	"POST /share/:shareId/unlock": {
		notInApi: "the form of a page",
		who: "unlock form",
		yes: 303,
		trips: { primary: 2 },
	},
	"GET /imprint": {
		notInApi: "a page",
		who: "anyone",
	},
});
