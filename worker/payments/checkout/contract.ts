import * as z from "zod";
import { discountCodeField } from "../../catalogue/discounts/contract.ts";
import { amountField } from "../../catalogue/shares/contract/pricing.ts";
import { emailField, idField } from "../../contract/fields.ts";
import type { Currency } from "../../contract/money.ts";
import { consentField } from "../../customers/withdrawal/contract.ts";
import { itemsField } from "../../purchases/singles/contract.ts";

export const beginPaymentInput = z.strictObject({
	shareId: idField,
	/** `changedAt` of the share as the buyer saw it: refuses the payment if the share has changed since */
	changedAt: z.iso.datetime().nullable().optional(),
	consent: consentField.optional(),
	code: discountCodeField.optional(),
	/** the amount that the buyer chooses, if the share allows it, in its currency */
	amount: amountField.optional(),
	/** the checkout to pay */
	checkout: idField.optional(),
	/** single files instead of the whole share, if it sells them */
	items: itemsField.optional(),
});
/** With the address, the code's limit per buyer can be checked. */
export const beginCardInput = beginPaymentInput.extend({ buyerEmail: emailField.optional() });
export const getFreeInput = beginPaymentInput
	.omit({ consent: true, amount: true })
	.extend({ buyerEmail: emailField });
export const paymentSuccessInput = z.strictObject({
	/** the provider's id of the payment that the browser has confirmed */
	paymentIntentId: z.string().regex(/^pi_[A-Za-z0-9_]{1,200}$/, "This isn't a payment"),
	buyerEmail: emailField,
});
/** A card payment that has begun. */
export type PaymentIntentResponse = {
	clientSecret: string;
	/** the amount to pay, in hundredths of the currency's unit */
	amount: number;
	currency: Currency;
	/** the price or minimum before the discount, likewise; null without a code */
	listAmount: number | null;
	code: string | null;
};
/** The state of a card payment. */
export type PaymentSuccessResponse = {
	isPaid: boolean;
	/** the receipt's address, which opens the purchase in any browser; null without one */
	receiptUrl: string | null;
};
/** The result of getting a free share. */
export type GetFreeResponse = { isPaid: true; receiptUrl: string };
