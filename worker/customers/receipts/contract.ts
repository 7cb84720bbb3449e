import * as z from "zod";
import type { UsedDiscount } from "../../catalogue/discounts/contract.ts";
import type { ShareCover } from "../../catalogue/shares/contract/shares.ts";
import { emailField } from "../../contract/fields.ts";
import type { Currency } from "../../contract/money.ts";
import type { Invoice } from "../../payments/invoices/contract.ts";
import type { ShownState } from "../../purchases/entitlements/contract.ts";
import type { Bought } from "../../purchases/singles/contract.ts";
import type { ConsentGiven, Withdrawal } from "../withdrawal/contract.ts";

const purchaseCodeField = z
	.string()
	.trim()
	.regex(/^\d{6}$/, "Enter the six digits");
export const receiptTokenInput = z.strictObject({ token: z.string().min(20).max(200) });
export const redeemReceiptInput = receiptTokenInput.extend({
	/** six digits that were mailed to the receipt's address; needed once many browsers hold the purchase */
	code: purchaseCodeField.optional(),
});
export const findPurchasesInput = z.strictObject({ email: emailField });
export const verifyPurchasesInput = z.strictObject({
	email: emailField,
	/** the six digits from the mail */
	code: purchaseCodeField,
});
/** A purchase, as its buyer sees it. */
export type Receipt = {
	purchaseId: string;
	shareId: string;
	title: string;
	/** of single files; absent for the whole share */
	bought?: Bought;
	currency: Currency;
	price: string;
	discount: UsedDiscount | null;
	paidAt: string;
	buyerEmail: string;
	/** the name of the creator; null for none */
	creator: string | null;
	cover: ShareCover | null;
	route: "card" | "direct" | "free";
	directBy: string | null;
	reference: string;
	/** `lost`: a dispute was decided for the buyer */
	state: ShownState;
	refundFailedAt: string | null;
	downloadUntil: string | null;
	/** set if the share ends for its buyers too: until when they can download; may have passed */
	accessUntil: string | null;
	/** the files can no longer be downloaded, although the purchase is valid */
	filesGone: boolean;
	invoice: Invoice | null;
	/** the buyer's agreement before paying; null for none */
	consent: ConsentGiven | null;
	/** the licence when the payment began; null without one */
	licence: string | null;
	withdrawal: Withdrawal | null;
	revoked: Revoked | null;
	/** files added or replaced since the payment that it gives access to, newest first */
	news: NewFile[];
	/** replaced versions that are kept for this buyer, newest first */
	earlierVersions: EarlierVersion[];
	/** of a bundle: the shares that it opens, in order; absent otherwise */
	parts?: ReceiptPart[];
};
/** A share that the purchase of a bundle opens. */
export type ReceiptPart = {
	shareId: string;
	title: string;
	cover: ShareCover | null;
	downloadUntil: string | null;
	/** its files can no longer be downloaded */
	filesGone: boolean;
	/** the licence when the payment began; null without one */
	licence: string | null;
};
/** Access that the creator has revoked. */
export type Revoked = {
	at: string;
	/** as the buyer was told */
	reason: string;
};
/** A file that is new since a purchase; a version above 1 replaced another. */
export type NewFile = {
	id: string;
	name: string;
	size: number;
	version: number;
	/** the creator's note about the change; null for none */
	note: string | null;
	at: string;
};
/** An earlier version of a file. */
export type EarlierVersion = {
	/** its id, to download it */
	id: string;
	name: string;
	size: number;
	version: number;
};
/** What a receipt's link opens. */
export type ReceiptSummary = Pick<Receipt, "title" | "creator" | "cover">;
/** A receipt that was opened by its link. */
export type RedeemReceiptResponse = {
	shareId: string;
	receipt: Receipt;
};
/** A purchase that the calling buyer holds. */
export type MyPurchase = Receipt & { receiptUrl: string };
