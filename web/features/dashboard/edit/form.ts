import * as z from "zod";
import { partsField } from "../../../../worker/contract/catalogue/bundles.ts";
import { pricingField } from "../../../../worker/contract/catalogue/pricing.ts";
import type { MyShare } from "../../../../worker/contract/catalogue/shares.ts";
import {
	editShareInput,
	maxSalesField,
	sharePasswordField,
} from "../../../../worker/contract/catalogue/shares.ts";
import { centsOf } from "../../../../worker/contract/fields.ts";

const { title, description, licence, saleMode, images } = editShareInput.shape;
const amount = z.string().refine((text) => centsOf(text) !== null, {
	error: "Valid price is required",
});
/** The form's own fields: empty ones mean "none", which the API expresses as null. */
export const formInput = z
	.object({
		title: title.unwrap(),
		description: description.unwrap().unwrap().optional(),
		licence: licence.unwrap().unwrap().optional(),
		pricing: pricingField,
		price: amount.default("0.00"),
		suggestedPrice: amount.optional(),
		/** a checked box */
		asksAddress: z.literal("on").optional(),
		saleMode,
		images,
		maxSales: maxSalesField.optional(),
		/** a checked box */
		indexed: z.literal("on").optional(),
		/** YYYY-MM-DD, the last day of sale */
		expires: z.string().optional(),
		/** YYYY-MM-DDTHH:MM in the creator's time zone */
		opens: z.string().optional(),
		endsAccess: z.literal("on").optional(),
		asksPassword: z.literal("on").optional(),
		password: sharePasswordField.optional(),
		/** of a bundle */
		parts: partsField.optional(),
		/** the share has one, which stays where none is typed */
		hadPassword: z.boolean(),
	})
	.refine(({ pricing, price }) => pricing !== "fixed" || centsOf(price) !== 0, {
		path: ["price"],
		error: "Valid price is required",
	})
	.refine(
		({ asksPassword, password, hadPassword }) =>
			!asksPassword || password !== undefined || hadPassword,
		{ path: ["password"], error: "Must have at least 4 characters" },
	);

/** What every section of the dialog is given: the share as it is, and the refused fields' texts. */
export interface SectionProps {
	share: MyShare;
	errors: Readonly<Partial<Record<string, string>>>;
}
