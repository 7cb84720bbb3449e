import * as z from "zod";
import { emailField, oneLine } from "../fields.ts";
import { LOCALES, type Locale } from "../locales.ts";

/**
 * What a buyer agrees to before paying, as the server gave it to the page: which version of the text, and
 * in which language it was read.
 */
export const consentField = z.strictObject({
	/** the version of the text */
	version: z.string().min(1).max(20),
	// The keys of the table are its languages.
	/** the language in which it was read */
	locale: z.enum(Object.keys(LOCALES) as [Locale, ...Locale[]]),
});
export type Consent = z.output<typeof consentField>;
/** In the details of `consent.required`: the text for the box. */
export type ConsentAsked = Consent & {
	/** what is agreed to */
	text: string;
};
/** A consent that was given, as receipts show it; `at` is when. */
export type ConsentGiven = ConsentAsked & { at: string };

const buyerNameField = z
	.string({ error: "Please enter your name" })
	.transform(oneLine)
	.pipe(z.string().min(1, "Please enter your name").max(200, "The name is too long"));
/** The declaration of a buyer who holds the purchase. */
export const withdrawInput = z.strictObject({
	/** the buyer's name */
	name: buyerNameField,
	/** where the confirmation is sent */
	email: emailField,
});
/** The declaration of anyone else: the address and the reference of the receipt identify the purchase. */
export const withdrawByReferenceInput = withdrawInput.extend({
	reference: z
		.string({ error: "Please enter the reference" })
		.trim()
		.toUpperCase()
		.min(1, "Please enter the reference")
		.max(20, "Please enter the reference"),
});

/**
 * `right_lost`: the buyer had agreed to lose the right; `in_time` and `late`: the right was kept, and the
 * period was running or over; `no_right`: the buyer is known to be where the law gives none.
 */
export type WithdrawalOutcome = "right_lost" | "in_time" | "late" | "no_right";
/** A buyer's declaration to withdraw from a purchase. */
export type Withdrawal = {
	at: string;
	/**
	 * whether there was a right to it: `in_time`; `late`, the period was over; `right_lost`, the buyer had
	 * agreed to lose it; `no_right`, the law at the buyer's place gives none
	 */
	outcome: WithdrawalOutcome;
	/** the money is returned without an act of the creator */
	refundsItself: boolean;
};
