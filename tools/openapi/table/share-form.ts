import { pricingField } from "../../../worker/contract/catalogue/pricing.ts";
import { saleModeField } from "../../../worker/contract/catalogue/shares.ts";
import { MAX_FILES_PER_SHARE } from "../../../worker/contract/constants.ts";
import type { JsonSchema } from "../type-schemas.ts";

/** The form of `POST /api/file-shares`, as the route reads it; `describe.spec.ts` compares its fields. */
export const newShareForm = {
	type: "object",
	properties: {
		title: { type: "string" },
		price: {
			type: "string",
			description: 'In US dollars, such as `9.99`; for `pricing` "chosen" the least, for "free" 0.',
		},
		description: { type: "string" },
		licence: { type: "string", description: "What buyers may do with the files." },
		pricing: { type: "string", enum: pricingField.options, default: "fixed" },
		suggestedPrice: { type: "string", description: 'For `pricing` "chosen".' },
		asksAddress: {
			type: "boolean",
			default: true,
			description: 'For `pricing` "free": whether buyers leave an address.',
		},
		saleMode: { type: "string", enum: saleModeField.options, default: "each" },
		maxSales: { type: "integer", minimum: 1 },
		files: {
			type: "array",
			items: { type: "string", format: "binary" },
			minItems: 1,
			maxItems: MAX_FILES_PER_SHARE,
		},
		folderPaths: {
			type: "array",
			items: { type: "string" },
			description: "The folder of each file, in their order.",
		},
	},
	required: ["title", "price", "files"],
} satisfies JsonSchema;
