import * as z from "zod";
import type { UsedDiscount } from "../../../catalogue/discounts/contract.ts";
import { amountField } from "../../../catalogue/shares/contract/pricing.ts";
import { MAX_CONFIRMATION_CODE } from "../../../contract/constants.ts";
import { emailField, idField } from "../../../contract/fields.ts";
import type { Currency } from "../../../contract/money.ts";
import { consentField } from "../../../customers/withdrawal/contract.ts";
import type { PurchaseState } from "../../../purchases/entitlements/contract.ts";
import { itemsField } from "../../../purchases/singles/contract.ts";

export const confirmDirectInput = z.strictObject({
	shareId: idField,
	buyerEmail: emailField,
	confirmationCode: z
		.string()
		.trim()
		.min(1, "Enter the confirmation code")
		.max(MAX_CONFIRMATION_CODE),
	consent: consentField.optional(),
	/** the amount that the buyer chose, if the payment is no longer known */
	amount: amountField.optional(),
	/** the checkout paid, likewise */
	checkout: idField.optional(),
	/** the single files paid, likewise */
	items: itemsField.optional(),
});
/** Why a creator declines a claim; shown to the buyer. */
export const DECLINE_REASONS = ["not_found", "wrong_amount", "returned"] as const;
/** `already_open`: another payment opened the files, and the creator returns this one. */
export type DeclineReason = (typeof DECLINE_REASONS)[number] | "already_open";
export const approveClaimInput = z.strictObject({
	/** if every copy is sold, allows one more for this payment */
	raise: z.boolean().default(false),
});
export const declineClaimInput = z.strictObject({
	/** shown to the buyer: the money wasn't found, the amount was wrong, or it was returned */
	reason: z.enum(DECLINE_REASONS, { error: "Choose a reason" }),
});
export type ClaimDecision =
	| { decision: "approve"; raise: boolean }
	| { decision: "decline"; reason: (typeof DECLINE_REASONS)[number] };
/** The creator's mail links to `{origin}/claim#{claim id}.{token}`: a fragment appears in no log. */
export const claimTokenInput = z.strictObject({ token: z.string().min(20).max(200) });
export const decideClaimInput = z.discriminatedUnion("decision", [
	claimTokenInput.extend({
		/** the payment has arrived */
		decision: z.literal("approve"),
		...approveClaimInput.shape,
	}),
	claimTokenInput.extend({
		/** the payment has not arrived as it should */
		decision: z.literal("decline"),
		...declineClaimInput.shape,
	}),
]);
/** The state of a direct payment that the buyer reported. */
export type ConfirmDirectResponse = {
	/** `already_open`: another payment opened the files, and the creator returns this one */
	status: "pending" | "paid" | "already_open";
	reference: string;
	claimId: string;
};
/** A direct payment that a buyer says they made. */
export type DirectClaim = {
	id: string;
	shareId: string;
	title: string;
	price: string;
	reference: string;
	currency: Currency;
	directBy: string;
	/** `claimed` while the creator hasn't decided, then `paid` or `declined` */
	state: PurchaseState;
	createdAt: string;
	/** why it was declined; null otherwise */
	reason: DeclineReason | null;
	/** only for the creator: the limit of sales after approving; null while a copy is left */
	raisesTo?: number | null;
	/** the buyer's email address; only for the creator */
	buyerEmail?: string;
	/** the code that the buyer copied from the payment; only for the creator */
	confirmationCode?: string;
};
/** How to pay directly. */
export type BeginDirectResponse = {
	reference: string;
	directBy: string;
	/** null if it is paid by link */
	cashAppHandle: string | null;
	/** the creator's page where it is paid; null for Cash App */
	directLink: string | null;
	currency: Currency;
	price: string;
	discount: UsedDiscount | null;
	/** the creator's address is verified, so the receipt is mailed */
	mailsReceipt: boolean;
	/** this buyer's latest claim for the share, while it waits or once it was declined */
	claim: DirectClaim | null;
	/**
	 * why the share can no longer be bought: only a payment already made may still be claimed; null while it can
	 */
	closed: "sold_out" | "not_for_sale" | "already_open" | "paused" | null;
};
