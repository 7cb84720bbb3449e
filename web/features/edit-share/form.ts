import * as z from "zod";
import { choosingField } from "../../../worker/catalogue/shares/contract/choosing.ts";
import { moneyFault, pricingField } from "../../../worker/catalogue/shares/contract/pricing.ts";
import { editShareInput, type MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import {
	presentSingles,
	singlesFault,
	singlesField,
} from "../../../worker/catalogue/shares/contract/singles.ts";
import { centsOf, priceOf } from "../../../worker/contract/fields.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { typedNumber } from "../../lib/forms/typed-number.ts";

const { shape } = editShareInput;
const PRICE_ERROR = "Valid price is required";
const amountIn = (currency: Currency) =>
	z.string().transform((text, check) => {
		const cents = centsOf(typedNumber(text, currency) ?? text);
		const fault = cents === null ? PRICE_ERROR : moneyFault(cents, currency);
		if (fault) check.issues.push({ code: "custom", input: text, message: fault });
		return priceOf(cents ?? 0);
	});
const countField = z.string().transform((text): unknown => typedNumber(text, "count") ?? text);
const checkbox = z
	.literal("on")
	.optional()
	.transform((on) => on !== undefined);

/** Converts fields to the API's values; an empty field means "none". */
export const formInput = (currency: Currency) =>
	z
		.object({
			title: shape.title.unwrap(),
			description: shape.description.unwrap().default(null),
			licence: shape.licence.unwrap().default(null),
			pricing: pricingField,
			price: amountIn(currency).default("0.00"),
			suggestedPrice: amountIn(currency).nullable().default(null),
			asksAddress: checkbox,
			saleMode: shape.saleMode,
			images: shape.images,
			maxSales: countField.pipe(shape.maxSales.unwrap()).default(null),
			listed: checkbox,
			indexed: checkbox,
			/** YYYY-MM-DD, the last day of sale */
			expires: z.string().default(""),
			/** YYYY-MM-DDTHH:MM in the creator's time zone */
			opens: z.string().default(""),
			endsAccess: checkbox,
			asksPassword: checkbox,
			password: shape.password.unwrap().unwrap().optional(),
			singles: singlesField
				.superRefine((singles, check) => {
					const fault = singlesFault(singles, currency);
					if (fault)
						check.addIssue({
							code: "custom",
							path: fault.field.split(".").slice(1),
							message: fault.message,
						});
				})
				.transform(presentSingles)
				.nullable(),
			choosing: choosingField.nullable(),
			/** of a bundle */
			parts: shape.parts,
			/** it stays if none is typed */
			hadPassword: z.boolean(),
		})
		.refine(({ pricing, price }) => pricing !== "fixed" || centsOf(price) !== 0, {
			path: ["price"],
			error: PRICE_ERROR,
		})
		.refine(
			({ asksPassword, password, hadPassword }) =>
				!asksPassword || password !== undefined || hadPassword,
			{ path: ["password"], error: "Must have at least 4 characters" },
		)
		// The kinds of pricing have different controls.
		.transform(({ pricing, ...form }) => ({
			...form,
			pricing,
			price: pricing === "free" ? "0.00" : form.price,
			suggestedPrice: pricing === "chosen" ? form.suggestedPrice : null,
			asksAddress: pricing !== "free" || form.asksAddress,
		}));

export type FormValues = z.output<ReturnType<typeof formInput>>;

/** `share` as it was when the form opened, and messages by field. */
export interface SectionProps {
	share: MyShare;
	errors: Readonly<Partial<Record<string, string>>>;
}
