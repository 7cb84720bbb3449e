import * as z from "zod";
import { MAX_CODE_LENGTH, MAX_CODE_NAME } from "../constants.ts";
import { centsOf, idField, oneLine } from "../fields.ts";
import type { Currency, Money } from "../money.ts";

/** How many discount codes a creator may have. */
export const MAX_DISCOUNTS = 500;
const MAX_USES = 1_000_000;

/** A code as buyers type it: case and blanks around it don't matter. */
export const discountCodeField = z
	.string({ error: "Enter a code" })
	.trim()
	.toUpperCase()
	.pipe(
		z
			.string()
			.min(3, "A code has at least 3 characters")
			.max(MAX_CODE_LENGTH, `A code has at most ${MAX_CODE_LENGTH} characters`)
			.regex(/^[A-Z0-9][A-Z0-9_-]*$/, "Use letters, digits, hyphens and underscores only"),
	);

const percentField = z
	.number({ error: "Enter a percentage between 1 and 100" })
	.min(1, "Enter a percentage between 1 and 100")
	.max(100, "Enter a percentage between 1 and 100")
	.multipleOf(0.01, "Two decimals at most");

/** A positive amount as a decimal string; parsed to cents. */
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

/** What no field says alone: a reduction of one kind, and an end after the start. */
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

/** A code as a whole, as it replaces another. */
export const discountInput = z
	.strictObject({
		/** 3 to 32 letters, digits, hyphens and underscores; case does not matter */
		code: discountCodeField,
		/** what the creator calls it; buyers never see it */
		name: z
			.string()
			.transform(oneLine)
			.pipe(z.string().max(MAX_CODE_NAME, `At most ${MAX_CODE_NAME} characters`)),
		/** what it takes off, in per cent; null where `amount` is given */
		percent: percentField.nullable(),
		/**
		 * what it takes off: a decimal string in the currency of the shares that it is for, and of new ones where it is
		 * for all; null where `percent` is given
		 */
		amount: reductionField.nullable(),
		/** the shares it is for, by the ids in their links; null for all of the creator's, also future ones */
		shareIds: z
			.array(idField)
			.min(1, "Choose at least one share")
			.max(500, "Choose at most 500 shares, or all")
			.nullable(),
		startsAt: momentField,
		endsAt: momentField,
		/** how often it can be used in all; null for no limit */
		maxUses: countField,
		/** how often one buyer can use it; null for no limit */
		maxPerBuyer: countField,
		/** what becomes of a price below what a card is charged at least: paid directly, or nothing */
		belowMinimum: z.enum(["direct", "free"]),
		/** whether it can be used */
		active: z.boolean(),
	})
	.superRefine(checkDiscount);
export type DiscountInput = z.output<typeof discountInput>;
/** The same as it is sent: amounts as decimal strings. */
export type DiscountTerms = z.input<typeof discountInput>;

export const discountsQuery = z.strictObject({
	/** only codes that are for this share, those for all shares too: the id in its link */
	shareId: idField.optional(),
});
export const discountParam = z.strictObject({ id: idField });
export const discountSwitchInput = z.strictObject({
	/** whether it can be used */
	active: z.boolean(),
});

/** A discount code as its creator sees it. */
export type Discount = {
	id: string;
	/** what buyers enter, in capitals */
	code: string;
	/** what the creator calls it; buyers never see it */
	name: string;
	/** what it takes off, in per cent; null for an amount */
	percent: number | null;
	/** what it takes off: a decimal string; null for a percentage */
	amount: string | null;
	/** of its amount, and of its revenue (ISO 4217, lower case); an amount is for shares in this currency only */
	currency: Currency;
	/** the shares it is for; null for all */
	shares: { shareId: string; title: string }[] | null;
	startsAt: string | null;
	endsAt: string | null;
	maxUses: number | null;
	maxPerBuyer: number | null;
	/** what becomes of a price below what a card is charged at least: paid directly, or nothing */
	belowMinimum: "direct" | "free";
	/** whether it can be used */
	active: boolean;
	createdAt: string;
	/** completed purchases with it that are not refunded */
	sales: number;
	/** what buyers paid for those: a decimal string */
	revenue: string;
	/** the same in other currencies */
	otherRevenue: Money[];
	/** uses that somebody who is paying now holds, for an hour at most */
	held: number;
};
