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
			ok: { 201: "ShareDraft" },
			errors: ["draft.too_many", "share.not_found"],
		},
		"POST /api/file-shares/:shareId/template": {
			summary: "Make a template from a share",
			ok: { 201: "ShareTemplate" },
			errors: ["share.not_found", "template.taken", "template.too_many"],
			example: { name: "Preset packs" },
		},
		"GET /api/drafts": {
			summary: "List drafts",
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
			ok: { 204: null },
		},
		"GET /api/templates": {
			summary: "List templates",
			ok: { 200: "ShareTemplate[]" },
		},
		"POST /api/templates": {
			summary: "Create a template",
			ok: { 201: "ShareTemplate" },
			errors: ["template.taken", "template.too_many"],
			example: {
				name: "Preset packs",
				details: templateDetails,
			},
		},
		"PUT /api/templates/:id": {
			summary: "Replace a template",
			ok: { 200: "ShareTemplate" },
			errors: ["template.not_found"],
			example: templateDetails,
		},
		"PATCH /api/templates/:id": {
			summary: "Rename a template",
			ok: { 200: "ShareTemplate" },
			errors: ["template.not_found", "template.taken"],
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
		"GET /api/discounts/:id": {
			summary: "Show a discount code",
			description: "One of the creator's codes, with its uses and revenue.",
			ok: { 200: "Discount" },
			errors: ["discount.not_found"],
		},
		"POST /api/discounts": {
			summary: "Create a discount code",
			ok: { 201: "Discount" },
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
			ok: { 200: "Discount" },
			errors: ["discount.not_found", "discount.taken"],
			example: {
				code: "SUMMER",
				name: "Newsletter",
				percent: null,
				amount: "2.00",
				shareIds: ["0rgadCY8niNFmzs3UjqlUA"],
				startsAt: "2026-12-01T00:00:00Z",
				endsAt: "2026-12-31T23:59:59Z",
				maxUses: null,
				maxPerBuyer: 1,
				belowMinimum: "free",
				active: true,
			},
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
	},
};
