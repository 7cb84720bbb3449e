import * as z from "zod";
import { CASH_APP_HANDLE } from "../../contract/constants.ts";
import { CHOOSE_COUNTRY, COUNTRIES } from "../../contract/countries.ts";
import type { Currency, Money } from "../../contract/money.ts";
import { CURRENCY_CODES } from "../../contract/money.ts";

export const cashAppHandleField = z
	.string()
	.trim()
	.superRefine((handle, check) => {
		if (!handle.startsWith("$"))
			check.addIssue({ code: "custom", message: "Cash App handle must start with $" });
		else if (handle.length < 2 || handle.length > 21)
			check.addIssue({ code: "custom", message: "Handle must be 1-20 characters after the $" });
		else if (!CASH_APP_HANDLE.test(handle))
			check.addIssue({ code: "custom", message: "Handle can only contain letters and numbers" });
	});
/** The operator decides which sites it may lead to. */
export const directLinkField = z
	.string()
	.trim()
	.max(200, "A link can have at most 200 characters")
	.startsWith("https://", "Links start with https://");
export const setupCashAppInput = z.strictObject({
	/** unchanged if omitted */
	cashAppHandle: cashAppHandleField.optional(),
	/**
	 * the creator's own page at PayPal, Revolut, Wise or another of `directLinkHosts`, where buyers pay in other
	 * currencies, and in US dollars without Cash App; null removes it, unchanged if omitted
	 */
	directLink: directLinkField.nullable().optional(),
	releaseOnConfirmation: z.boolean().optional(),
	/** buyers may also pay by card */
	acceptsCards: z.boolean().optional(),
});
export const setupMethodsInput = z.strictObject({
	/** buyers may pay by bank debit, which takes days; the files open once the bank has paid */
	acceptsDelayed: z.boolean(),
});
export const setupCurrencyInput = z.strictObject({
	/**
	 * the currency of new shares: ISO 4217, lower case. Until something is sold it applies to all shares: their
	 * numbers stay, rounded up if the currency has no decimals
	 */
	currency: z.enum(CURRENCY_CODES, "Choose one of the currencies"),
});
export const setupCardPayoutsInput = z.strictObject({
	/**
	 * where the creator lives; required until an account exists. A different country replaces the account if
	 * nothing was sold with it
	 */
	country: z.enum(COUNTRIES, CHOOSE_COUNTRY).optional(),
});
/** How a creator can be paid. */
export type PaymentStatus = {
	/** buyers can pay in some way */
	hasPaymentSetup: boolean;
	paymentMethod: "cashapp" | "stripe" | "both" | null;
	cashAppHandle: string | null;
	/**
	 * the creator's page at a payment site, for other currencies, and for US dollars without Cash App; null
	 * without one
	 */
	directLink: string | null;
	/** the sites that such a link may lead to; empty if the operator allows none */
	directLinkHosts: string[];
	/** buyers may pay by card once the creator has connected an account */
	acceptsCards: boolean;
	/** buyers may pay by bank debit, which takes days */
	acceptsDelayed: boolean;
	currency: Currency;
	/** something was sold or is being paid: existing shares keep their currency */
	sharesKeepCurrency: boolean;
	/** the currency of the request's country; US dollars if unknown */
	proposedCurrency: Currency;
	/** payouts of card sales */
	cardPayouts: {
		/** the creator has begun to connect an account at the payment provider */
		connected: boolean;
		/** that account can be paid */
		chargesEnabled: boolean;
		/** the account is outside the platform's region at the payment provider: earnings are transferred to it */
		isAbroad: boolean;
		/**
		 * the currency that the payment provider exchanges other currencies into (ISO 4217, lower case); null
		 * before an account is connected
		 */
		settlesIn: string | null;
		/** the request's country (ISO 3166), proposed as the creator's; null if unknown */
		proposedCountry: string | null;
		/** held by the platform for the creator, in the currency of new shares */
		balance: string;
		/** the same in other currencies */
		otherBalances: Money[];
	};
	releaseOnConfirmation: boolean;
};
/** Countries where creators can receive earnings from card sales. */
export type PayoutCountries = {
	/** paid to the creator's account with the payment (ISO 3166) */
	atOnce: string[];
	/** received by the platform, and transferred to the creator's account soon after (ISO 3166) */
	byTransfer: string[];
	/**
	 * the currency that the payment provider exchanges other currencies into (ISO 4217, lower case); those are
	 * always transferred
	 */
	settlesIn: string;
};

/** Where a creator sets up payouts of card payments. */
export type OnboardingLink = {
	/** the payment provider's page */
	url: string;
};
