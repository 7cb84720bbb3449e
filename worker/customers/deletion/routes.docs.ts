import type { AccountDeletionPreview } from "../../accounts/contract.ts";
import type { DeletionPreview } from "../../catalogue/shares/contract/shares.ts";
import { describeRoutes, json, UNBOUNDED } from "../../route.docs.ts";

export const deletionDocs = describeRoutes("Shares", {
	"GET /api/account/deletion": {
		area: "Account",
		who: "creators",
		trips: { replica: 1, primary: 1 },
		summary: "Preview the deletion of the account",
		description:
			"What it would mean for buyers, and which open payments prevent it. Changes nothing.",
		ok: { 200: json<AccountDeletionPreview>() },
	},
	"GET /api/file-shares/:shareId/deletion": {
		who: "look at a deletion",
		token: "shares:read",
		trips: { replica: 1, primary: 2 },
		summary: "Preview the deletion of a share",
		description: "What it would mean for the buyers. Changes nothing.",
		ok: { 200: json<DeletionPreview>() },
		errors: ["share.kept_as_evidence", "share.not_found"],
	},
	"DELETE /api/file-shares/:shareId": {
		who: "deletion",
		token: "shares:write",
		trips: { primary: UNBOUNDED, objects: UNBOUNDED, files: UNBOUNDED, provider: UNBOUNDED },
		summary: "Delete a share",
		description:
			"Buyers keep their access for 30 days, or get their money back with `buyers=refund`, which needs the permission `sales:refund` too. A share that was taken down can't be deleted.",
		ok: { 204: null },
		errors: [
			"provider.unavailable",
			"provider.refused",
			"share.in_bundle",
			"share.kept_as_evidence",
			"share.not_found",
		],
	},
});
