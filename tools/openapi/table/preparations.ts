import { EMPTY_DRAFT } from "../../../worker/contract/catalogue/drafts.ts";
import type { Area } from "../operation.ts";

const draft = {
	...EMPTY_DRAFT,
	title: "Summer presets",
	description: "Twelve presets for warm light.",
	licence: "For private use only.",
	price: "9.99",
};
const { title: _, ...templateDetails } = draft;

export const preparations: Area = {
	name: "Drafts, templates and discount codes",
	description: "What a creator prepares for shares, and codes that reduce their prices.",
	operations: {
		"POST /api/file-shares/:shareId/duplicate": {
			summary: "Make a draft from a share",
			description: "With its text, price and settings, without its files.",
			ok: { 201: "ShareDraft" },
			errors: ["draft.too_many", "share.not_found"],
		},
		"POST /api/file-shares/:shareId/template": {
			summary: "Make a template from a share",
			description: "With its description, licence, price and settings, without title and files.",
			ok: { 201: "ShareTemplate" },
			headers: ["ETag"],
			errors: ["share.not_found", "template.taken", "template.too_many"],
			example: { name: "Preset packs" },
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
		"GET /api/templates": {
			summary: "List templates",
			description: "In the order of their names.",
			ok: { 200: "ShareTemplate[]" },
		},
		"POST /api/templates": {
			summary: "Create a template",
			description: "Text and settings under a name, to begin further shares with.",
			ok: { 201: "ShareTemplate" },
			headers: ["ETag"],
			errors: ["template.taken", "template.too_many"],
			example: {
				name: "Preset packs",
				details: templateDetails,
			},
		},
		"PUT /api/templates/:id": {
			summary: "Replace a template",
			description: "Its details; the name stays.",
			ok: { 200: "ShareTemplate" },
			headers: ["ETag"],
			errors: ["template.not_found"],
			example: templateDetails,
		},
		"PATCH /api/templates/:id": {
			summary: "Rename a template",
			description: "Its details stay.",
			ok: { 200: "ShareTemplate" },
			headers: ["ETag"],
			errors: ["template.not_found", "template.taken"],
			example: { name: "Preset packs" },
		},
		"DELETE /api/templates/:id": {
			summary: "Delete a template",
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
