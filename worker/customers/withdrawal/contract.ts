import * as z from "zod";
import { emailField, oneLine } from "../../contract/fields.ts";
import { LOCALES, type Locale } from "../../contract/locales.ts";

/** The text that a buyer agrees to before paying, as the server gave it to the page. */
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
	/** the text */
	text: string;
};
/** The consent that receipts show. */
export type ConsentGiven = ConsentAsked & { at: string };

const buyerNameField = z
	.string({ error: "Please enter your name" })
	.transform(oneLine)
	.pipe(z.string().min(1, "Please enter your name").max(200, "The name is too long"));
export const withdrawInput = z.strictObject({
	/** the buyer's name */
	name: buyerNameField,
	/** where the confirmation is sent */
	email: emailField,
});
/** For buyers who don't hold the purchase in this browser: address and reference identify it. */
export const withdrawByReferenceInput = withdrawInput.extend({
	reference: z
		.string({ error: "Please enter the reference" })
		.trim()
		.toUpperCase()
		.min(1, "Please enter the reference")
		.max(20, "Please enter the reference"),
});

export type WithdrawalOutcome = "right_lost" | "in_time" | "late" | "no_right";
/** A buyer's declaration to withdraw from a purchase. */
export type Withdrawal = {
	at: string;
	/**
	 * whether the buyer had the right: `in_time`; `late`; `right_lost` by an agreement before the payment;
	 * `no_right` by the law of the buyer's country
	 */
	outcome: WithdrawalOutcome;
	/** the money is returned without the creator doing anything */
	refundsItself: boolean;
};

/** Acknowledges a declaration. */
export type ReceivedWithdrawal = {
	/** ISO 8601 in UTC */
	receivedAt: string;
};
