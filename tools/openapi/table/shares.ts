import type { Area } from "../operation.ts";
import { CLOSED_SHARE } from "./share-errors.ts";
import { newShareForm } from "./share-form.ts";

export const shares: Area = {
	name: "Shares",
	description: "What a creator sells: a share is a set of files with a title, a price and a link.",
	operations: {
		"GET /api/my-file-shares": {
			summary: "List own shares",
			description:
				'The newest first, or as `sort` says, in pages: the header `Link` has the address of the next page with `rel="next"`, and is absent on the last one. `search` looks for words of the title, in any order, without regard to case and accents; `shareId` asks for one share. Shares that are added or deleted meanwhile move no others to another page.',
			ok: { 200: "MyShare[]" },
			scopes: ["shares:read"],
			headers: ["ETag", "Link"],
		},
		"POST /api/file-shares": {
			summary: "Create a share in one request",
			description:
				"For small shares. Use an upload for whatever should survive a broken connection.",
			ok: { 201: "CreatedShare" },
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
		"GET /api/file-shares/:shareId": {
			summary: "Read a share as its visitor",
			description:
				"What depends on the caller: whether it is paid (buyer's cookie), and whether it is their own (session, or a token with `shares:read`). `code` shows the price with a discount code.",
			ok: { 200: "ShareResponse" },
			headers: ["ETag"],
			errors: ["file.not_found", "share.not_found", ...CLOSED_SHARE],
		},
		"PATCH /api/file-shares/:shareId": {
			summary: "Edit a share",
			description: "Only the fields that are given are changed.",
			ok: { 200: "EditedShare" },
			headers: ["ETag"],
			errors: ["share.exists", "share.has_sales", "share.in_bundle", "share.not_found"],
			example: { title: "Summer presets, second edition", price: "12.00" },
		},
		"DELETE /api/file-shares/:shareId": {
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
		"GET /api/file-shares/:shareId/deletion": {
			summary: "Preview the deletion of a share",
			description: "What it would mean for the buyers. Changes nothing.",
			ok: { 200: "DeletionPreview" },
			errors: ["share.kept_as_evidence", "share.not_found"],
		},
		"POST /api/file-shares/:shareId/files/remove": {
			summary: "Remove files from a share",
			description: "Until somebody has begun to pay.",
			ok: { 204: null },
			errors: ["file.not_found", "share.has_sales", "share.not_found"],
			example: { files: ["2RAETFTQ2TwpqG1NjnyPg"] },
		},
		"PUT /api/file-shares/:shareId/pictures/:kind": {
			summary: "Set the cover or the card of a share",
			description: "The picture that stands for the share, or the one that link previews show.",
			ok: { 200: "StoredRendition" },
			errors: ["file.type_not_accepted", "share.not_found"],
			body: { types: ["image/*"], description: "The picture: JPEG, PNG or WebP." },
		},
		"POST /api/bundles": {
			summary: "Create a bundle of shares",
			description:
				"Its buyers get all of its parts. It has no files of its own and takes no upload of the month.",
			ok: { 201: "CreatedShare" },
			example: {
				title: "All presets",
				description: "Both packs at once.",
				price: "15.00",
				parts: ["0rgadCY8niNFmzs3UjqlUA", "EWkkMpkgY3s0qLwJx5v7Tg"],
			},
			errors: ["bundle.too_many"],
		},
		"GET /api/user/transaction-limits": {
			summary: "Read how many uploads are left this month",
			description: "And how much space is used.",
			ok: { 200: "TransactionLimits" },
		},
		"GET /api/file-shares/:shareId/updates": {
			summary: "List the messages to a share's buyers",
			description:
				"With how many buyers a message would reach now, and what surrounds it in the mail.",
			ok: { 200: "BuyerUpdates" },
			errors: ["share.not_found"],
		},
		"POST /api/file-shares/:shareId/updates": {
			summary: "Write to a share's buyers",
			description: "Once a day for each share.",
			ok: { 201: "BuyerUpdate" },
			errors: [
				"account.email_unverified",
				"share.not_found",
				"update.no_buyers",
				"update.too_soon",
			],
			example: { text: "There are three new pictures in the set." },
		},
	},
};
