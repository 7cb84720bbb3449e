import * as z from "zod";
import { MAX_CODE_LENGTH, MAX_CODE_NAME } from "../../contract/constants.ts";
import { centsOf, idField, lineField } from "../../contract/fields.ts";
import type { Currency, Money } from "../../contract/money.ts";

export const MAX_DISCOUNTS = 500;
const MAX_USES = 1_000_000;

/** Ignores case and surrounding blanks. */
export const discountCodeField = z
	.string({ error: "Enter a code" })
	.trim()
	.toUpperCase()
	.pipe(
		z
			.string()
			.min(3, "A code must have at least 3 characters")
			.max(MAX_CODE_LENGTH, `A code has at most ${MAX_CODE_LENGTH} characters`)
			.regex(/^[A-Z0-9][A-Z0-9_-]*$/, "Use letters, digits, hyphens and underscores only"),
	);

const percentField = z
	.number({ error: "Enter a percentage between 1 and 100" })
	.min(1, "Enter a percentage between 1 and 100")
	.max(100, "Enter a percentage between 1 and 100")
	.multipleOf(0.01, "Two decimals at most");

/** A positive decimal string, parsed to cents. */
const reductionField = z.string().transform((amount, check) => {
	const cents = centsOf(amount);
	if (cents === null || cents < 1) {
		check.issues.push({ code: "custom", input: amount, message: "Enter an amount above 0" });
		return z.NEVER;
	}
	return cents;
});

const momentField = z.iso.datetime({ error: "Enter a date and a time" }).nullable();
const countField = z
	.number({ error: "Enter a whole number" })
	.int("Enter a whole number")
	.min(1, "Must be at least 1")
	.max(MAX_USES, `Must be at most ${MAX_USES}`)
	.nullable();

export function checkDiscount(
	input: Pick<DiscountInput, "percent" | "amount" | "startsAt" | "endsAt">,
	check: z.RefinementCtx,
): void {
	if ((input.percent === null) === (input.amount === null))
		check.addIssue({
			code: "custom",
			path: ["percent"],
			message: "Give a percentage or an amount",
		});
	if (input.startsAt && input.endsAt && Date.parse(input.startsAt) >= Date.parse(input.endsAt))
		check.addIssue({ code: "custom", path: ["endsAt"], message: "Must be later than the start" });
}

/** All of a code's fields, to replace another's. */
export const discountInput = z
	.strictObject({
		/** 3 to 32 letters, digits, hyphens and underscores, ignoring case */
		code: discountCodeField,
		/** the creator's own name for it, never shown to buyers */
		name: lineField(MAX_CODE_NAME, `At most ${MAX_CODE_NAME} characters`),
		/** the reduction in per cent; null if `amount` is given */
		percent: percentField.nullable(),
		/**
		 * the reduction, in the currency of its shares, or of new shares if it is for all; null if `percent` is
		 * given
		 */
		amount: reductionField.nullable(),
		/** the shares it is for, by the ids in their links; null for all of the creator's, including future ones */
		shareIds: z
			.array(idField)
			.min(1, "Choose at least one share")
			.max(500, "Choose at most 500 shares, or all")
			.nullable(),
		startsAt: momentField,
		endsAt: momentField,
		maxUses: countField,
		maxPerBuyer: countField,
		belowMinimum: z.enum(["direct", "free"]),
		/** whether it can be used */
		active: z.boolean(),
	})
	.superRefine(checkDiscount);
export type DiscountInput = z.output<typeof discountInput>;
/** Terms as sent: amounts are decimal strings. */
export type DiscountTerms = z.input<typeof discountInput>;

export const discountsQuery = z.strictObject({
	/** only codes for this share, including those for all shares */
	shareId: idField.optional(),
});
export const discountParam = z.strictObject({ id: idField });
export const discountSwitchInput = z.strictObject({
	/** whether it can be used */
	active: z.boolean(),
});

/** A discount code, as its creator sees it. */
export type Discount = {
	id: string;
	/** the code that buyers enter, in capitals */
	code: string;
	/** the creator's own name for it, never shown to buyers */
	name: string;
	/** the reduction in per cent; null for an amount */
	percent: number | null;
	/** the reduction; null for a percentage */
	amount: string | null;
	/** of its amount and revenue (ISO 4217, lower case); an amount applies only to shares in this currency */
	currency: Currency;
	/** the shares it is for; null for all */
	shares: { shareId: string; title: string }[] | null;
	startsAt: string | null;
	endsAt: string | null;
	maxUses: number | null;
	maxPerBuyer: number | null;
	belowMinimum: "direct" | "free";
	/** whether it can be used */
	active: boolean;
	createdAt: string;
	/** completed purchases with it that were not refunded */
	sales: number;
	/** the amount that buyers paid for those */
	revenue: string;
	/** the same in other currencies */
	otherRevenue: Money[];
	/** uses reserved by buyers who are paying now, for an hour at most */
	held: number;
};

/** A discount code on a purchase. */
export type UsedDiscount = {
	code: string;
	listPrice: string;
};
