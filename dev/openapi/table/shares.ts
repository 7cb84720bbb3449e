import type { Area } from "../operation.ts";

export const shares: Area = {
	name: "Shares",
	description: "What a creator sells: a share is a set of files with a title, a price and a link.",
	operations: {
		"GET /api/my-file-shares": {
			summary: "List own shares",
			description: "All shares, the newest first; the list has no pages.",
			ok: { 200: "MyShare[]", 304: null },
			scopes: ["shares:read"],
			headers: ["ETag"],
		},
		"POST /api/file-shares": {
			summary: "Create a share in one request",
			description:
				"For small shares. Use an upload for whatever should survive a broken connection.",
			ok: { 201: "CreatedShare" },
			errors: [
				"file.type_not_accepted",
				"request.invalid",
				"storage.quota_exceeded",
				"upload.limit_reached",
			],
			body: {
				types: ["multipart/form-data"],
				description:
					"The fields `title`, `description`, `price`, `saleMode`, `maxSales` and so on as in `POST /api/v1/uploads`, then the `files`; `folderPaths` is repeated in the order of the files. At most 100 MB in all.",
			},
		},
		"GET /api/file-shares/:shareId": {
			summary: "Read a share as its visitor",
			description:
				"What depends on the caller: whether it is paid (buyer's cookie), and whether it is their own (session, or a token with `shares:read`). `code` shows the price with a discount code.",
			ok: { 200: "ShareResponse" },
			errors: [
				"file.not_found",
				"share.ended",
				"share.locked",
				"share.not_found",
				"share.not_open",
				"share.removed_by_order",
				"share.taken_down",
			],
		},
		"PATCH /api/file-shares/:shareId": {
			summary: "Edit a share",
			description: "Only the fields that are given are changed.",
			ok: { 200: "EditedShare" },
			errors: ["share.has_sales", "share.not_found"],
			example: { title: "Summer presets, second edition", price: "12.00" },
		},
		"DELETE /api/file-shares/:shareId": {
			summary: "Delete a share",
			description:
				"Buyers keep their access for 30 days, or get their money back with `buyers=refund`, which needs the permission `sales:refund` too.",
			ok: { 204: null },
			errors: ["share.not_found"],
		},
		"GET /api/file-shares/:shareId/deletion": {
			summary: "Preview the deletion of a share",
			ok: { 200: "DeletionPreview" },
			errors: ["share.not_found"],
		},
		"POST /api/file-shares/:shareId/files/remove": {
			summary: "Remove files from a share",
			description: "Until somebody has begun to pay.",
			ok: { 204: null },
			errors: ["file.not_found", "share.has_sales", "share.not_found"],
		},
		"PUT /api/file-shares/:shareId/pictures/:kind": {
			summary: "Set the cover or the card of a share",
			ok: { 200: "StoredRendition" },
			errors: ["file.type_not_accepted", "share.not_found"],
			body: { types: ["image/*"], description: "The picture: JPEG, PNG or WebP." },
		},
		"POST /api/file-shares/:shareId/duplicate": {
			summary: "Make a draft from a share",
			ok: { 201: "ShareDraft" },
			errors: ["share.not_found"],
		},
		"POST /api/file-shares/:shareId/template": {
			summary: "Make a template from a share",
			ok: { 201: "ShareTemplate" },
			errors: ["share.not_found"],
			example: { name: "Preset packs" },
		},
		"POST /api/prices": {
			summary: "Change the prices of several shares",
			description: "All of them or none.",
			ok: { 204: null },
			errors: ["prices.changed"],
		},
		"POST /api/bundles": {
			summary: "Create a bundle of shares",
			ok: { 201: "CreatedShare" },
		},
		"GET /api/user/transaction-limits": {
			summary: "Read how many uploads are left this month",
			ok: { 200: "TransactionLimits" },
		},
		"GET /api/drafts": {
			summary: "List drafts",
			ok: { 200: "ShareDraft[]" },
		},
		"PUT /api/drafts/:id": {
			summary: "Save a draft",
			description: "The client chooses the id; saving under the same id replaces the draft.",
			ok: { 200: "ShareDraft" },
		},
		"DELETE /api/drafts/:id": {
			summary: "Delete a draft",
			ok: { 204: null },
		},
		"GET /api/templates": {
			summary: "List templates",
			ok: { 200: "ShareTemplate[]" },
		},
		"POST /api/templates": {
			summary: "Create a template",
			ok: { 201: "ShareTemplate" },
		},
		"PUT /api/templates/:id": {
			summary: "Replace a template",
			ok: { 200: "ShareTemplate" },
			errors: ["template.not_found"],
		},
		"PATCH /api/templates/:id": {
			summary: "Rename a template",
			ok: { 200: "ShareTemplate" },
			errors: ["template.not_found"],
			example: { name: "Preset packs" },
		},
		"DELETE /api/templates/:id": {
			summary: "Delete a template",
			ok: { 204: null },
		},
		"GET /api/discounts": {
			summary: "List discount codes",
			ok: { 200: "Discount[]" },
		},
		"POST /api/discounts": {
			summary: "Create a discount code",
			ok: { 201: "Discount" },
			errors: ["discount.taken"],
			example: {
				code: "SUMMER",
				name: "Newsletter",
				percent: 20,
				amount: null,
				shareIds: null,
				startsAt: null,
				endsAt: null,
				maxUses: 100,
				maxPerBuyer: 1,
				belowMinimum: "direct",
				active: true,
			},
		},
		"PUT /api/discounts/:id": {
			summary: "Replace a discount code",
			ok: { 200: "Discount" },
			errors: ["discount.not_found"],
		},
		"PATCH /api/discounts/:id": {
			summary: "Switch a discount code on or off",
			ok: { 200: "Discount" },
			errors: ["discount.not_found"],
			example: { active: false },
		},
		"DELETE /api/discounts/:id": {
			summary: "Delete a discount code",
			ok: { 204: null },
			errors: ["discount.not_found"],
		},
		"GET /api/file-shares/:shareId/updates": {
			summary: "List the messages to a share's buyers",
			ok: { 200: "BuyerUpdates" },
			errors: ["share.not_found"],
		},
		"POST /api/file-shares/:shareId/updates": {
			summary: "Write to a share's buyers",
			description: "Once a day for each share.",
			ok: { 201: "BuyerUpdate" },
			errors: ["share.not_found", "update.no_buyers"],
		},
		"GET /api/creator-page": {
			summary: "Read one's own page",
			ok: { 200: "OwnPage" },
		},
		"PUT /api/creator-page": {
			summary: "Set up or change one's page",
			ok: { 200: "SavedPage" },
			errors: ["handle.changed_often", "handle.taken"],
		},
		"DELETE /api/creator-page": {
			summary: "Remove one's page",
			ok: { 204: null },
		},
		"GET /api/creator-page/handles/:handle": {
			summary: "Check whether a handle is free",
			ok: { 200: "HandleAvailability" },
		},
		"PUT /api/creator-page/avatar": {
			summary: "Set the page's picture",
			ok: { 200: "SavedPage" },
			errors: ["creator.not_found", "file.type_not_accepted", "request.invalid"],
			body: { types: ["image/*"], description: "The picture: JPEG, PNG or WebP, at most 5 MiB." },
		},
		"DELETE /api/creator-page/avatar": {
			summary: "Remove the page's picture",
			ok: { 200: "SavedPage" },
		},
		"GET /api/creators/:handle": {
			summary: "Read a creator's page",
			ok: { 200: "CreatorPage" },
			errors: ["creator.not_found"],
		},
	},
};
