import type { TransactionLimits } from "../../accounts/contract.ts";
import { describeRoutes, json, UNBOUNDED } from "../../route.docs.ts";
import type { CreatedShare, FileShare, MyShare } from "./contract/shares.ts";
import { newShareForm } from "./share-form.docs.ts";

/** A share as it is now. */
type EditedShare = {
	/** the share */
	fileShare: FileShare &
		// Only a share's creator gets these fields.
		Pick<
			MyShare,
			| "samples"
			| "samplesMarked"
			| "listed"
			| "indexed"
			| "opensAt"
			| "endsAccess"
			| "externalId"
			| "hasPassword"
		>;
};

export const shareDocs = describeRoutes("Shares", {
	"GET /api/user/transaction-limits": {
		who: "creators",
		token: "shares:read",
		trips: { replica: 1, objects: 1 },
		summary: "Read how many uploads are left this month",
		description: "And how much space is used.",
		ok: { 200: json<TransactionLimits>() },
	},
	"POST /api/file-shares": {
		who: "sellers",
		token: "shares:write",
		trips: { primary: UNBOUNDED, objects: UNBOUNDED, files: UNBOUNDED, provider: UNBOUNDED },
		summary: "Create a share in one request",
		description: "For small shares. Use an upload for whatever should survive a broken connection.",
		ok: { 201: json<CreatedShare>() },
		errors: [
			"file.too_large",
			"file.type_not_accepted",
			"request.invalid",
			"share.exists",
			"storage.quota_exceeded",
			"storage.unavailable",
			"upload.limit_reached",
		],
		body: {
			types: ["multipart/form-data"],
			description:
				"The fields as in `POST /api/v1/uploads`, then the files; at most 100 MB in all.",
			schema: newShareForm,
		},
	},
	"PATCH /api/file-shares/:shareId": {
		// Reads and writes again for each of nine faster writers.
		who: "own share, for sellers",
		token: "shares:write",
		trips: { primary: 4 + 2 * 9 },
		summary: "Edit a share",
		description: "Only the fields that are given are changed.",
		ok: { 200: json<EditedShare>() },
		headers: ["ETag"],
		errors: ["share.exists", "share.has_sales", "share.in_bundle", "share.not_found"],
		example: { title: "Summer presets, second edition", price: "12.00" },
	},
	"POST /api/file-shares/:shareId/files/remove": {
		who: "own published share",
		token: "shares:write",
		trips: { primary: 12, objects: 1, files: 4 },
		summary: "Remove files from a share",
		description: "Until somebody has begun to pay.",
		ok: { 204: null },
		errors: ["file.not_found", "share.has_sales", "share.not_found"],
		example: { files: ["2RAETFTQ2TwpqG1NjnyPg"] },
	},
});
