import * as z from "zod";
import { descriptionField, idField, titleField } from "../../contract/fields.ts";
import { amountField, priceFault } from "../shares/contract/pricing.ts";

export const MIN_PARTS = 2;
export const MAX_PARTS = 50;
export const MAX_BUNDLES = 500;

/** The slugs of a bundle's shares, in the order of its page. */
export const partsField = z
	.array(idField)
	.min(MIN_PARTS, "Choose at least two shares")
	.max(MAX_PARTS, `A bundle has at most ${MAX_PARTS} shares`)
	.refine((parts) => new Set(parts).size === parts.length, "Each share can be in a bundle once");

/** The price for buyers who own some parts: the full one, or less in proportion to the missing parts. */
export const ownedPartsField = z.enum(["full", "less"]);
export type OwnedParts = z.infer<typeof ownedPartsField>;

export const createBundleInput = z
	.strictObject({
		title: titleField,
		description: descriptionField.optional(),
		/** a decimal string in the share's currency; with pricing `chosen` the minimum */
		price: amountField,
		pricing: z.enum(["fixed", "chosen"]).default("fixed"),
		/** with pricing `chosen`: the suggestion, a decimal string in the share's currency */
		suggestedPrice: amountField.optional(),
		ownedParts: ownedPartsField.default("full"),
		/** 2 to 50 shares of the creator, by the ids in their links, in the order of the page */
		parts: partsField,
	})
	.superRefine(({ pricing, price, suggestedPrice }, check) => {
		const suggestedCents = suggestedPrice ?? null;
		const fault = priceFault({ pricing, priceCents: price, suggestedCents });
		if (fault) check.addIssue({ code: "custom", path: [fault.field], message: fault.message });
	});
