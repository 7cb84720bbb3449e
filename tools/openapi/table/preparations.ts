import { EMPTY_DRAFT } from "../../../worker/catalogue/drafts/contract.ts";
import type { Area } from "../operation.ts";

const draft = {
	...EMPTY_DRAFT,
	title: "Summer presets",
	description: "Twelve presets for warm light.",
	licence: "For private use only.",
	price: "9.99",
};

export const preparations: Area = {
	name: "Drafts and discount codes",
	description: "What a creator prepares for shares, and codes that reduce their prices.",
	operations: {
		"POST /api/file-shares/:shareId/duplicate": {
			summary: "Make a draft from a share",
			description: "With its text, price and settings, without its files.",
			ok: { 201: "ShareDraft" },
			errors: ["draft.too_many", "share.not_found"],
		},
		"GET /api/drafts": {
			summary: "List drafts",
			description: "The last changed first.",
			ok: { 200: "ShareDraft[]" },
		},
		"PUT /api/drafts/:id": {
			summary: "Save a draft",
			description: "The client chooses the id; saving under the same id replaces the draft.",
			ok: { 200: "ShareDraft" },
			errors: ["draft.too_many"],
			example: draft,
		},
		"DELETE /api/drafts/:id": {
			summary: "Delete a draft",
			description: "One that does not exist counts as deleted.",
			ok: { 204: null },
		},
		"GET /api/discounts": {
			summary: "List discount codes",
			description:
				"The creator's codes, or those for the share named by `shareId`, with what was sold by them.",
			ok: { 200: "Discount[]" },
			errors: ["share.not_found"],
		},
		"GET /api/discounts/:id": {
			summary: "Show a discount code",
			description: "One of the creator's codes, with its uses and revenue.",
			ok: { 200: "Discount" },
			headers: ["ETag"],
			errors: ["discount.not_found"],
		},
		"POST /api/discounts": {
			summary: "Create a discount code",
			description:
				"Gives a percentage or an amount. What is left out is unlimited, and the code works at once.",
			ok: { 201: "Discount" },
			headers: ["ETag"],
			errors: ["discount.taken", "discount.too_many"],
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
			description: "All of its settings. Prices that buyers were already quoted with it stand.",
			ok: { 200: "Discount" },
			headers: ["ETag"],
			errors: ["discount.not_found", "discount.taken"],
			example: {
				code: "SUMMER",
				name: "Newsletter",
				percent: null,
				amount: "2.00",
				shareIds: ["0rgadCY8niNFmzs3UjqlUA"],
				startsAt: "2026-12-01T00:00:00Z",
				endsAt: "2031-12-31T23:59:59Z",
				maxUses: null,
				maxPerBuyer: 1,
				belowMinimum: "free",
				active: true,
			},
		},
		"PATCH /api/discounts/:id": {
			summary: "Switch a discount code on or off",
			description: "Its other settings stay.",
			ok: { 200: "Discount" },
			headers: ["ETag"],
			errors: ["discount.not_found"],
			example: { active: false },
		},
		"DELETE /api/discounts/:id": {
			summary: "Delete a discount code",
			description: "Sales that were made with it keep its letters.",
			ok: { 204: null },
			errors: ["discount.not_found"],
		},
	},
};
