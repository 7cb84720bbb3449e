import * as z from "zod";
import { MAX_CUSTOMER_SEARCH } from "../contract/constants.ts";
import { emailField, idField, limitField, severalLines } from "../contract/fields.ts";
import type { Currency, Money } from "../contract/money.ts";
import type { ShownState } from "../purchases/entitlements/contract.ts";
import type { Revoked } from "./receipts/contract.ts";

export const customersQuery = z.strictObject({
	/** part of the address, or the reference of a purchase */
	search: z.string().trim().max(MAX_CUSTOMER_SEARCH).optional(),
	/** the id of the customer after whom the page begins */
	after: idField.optional(),
	limit: limitField,
});
/** Any purchase of the customer, so that URLs contain no email address. */
export const customerParam = z.strictObject({ id: idField });
export const MAX_REVOKE_REASON = 500;
const REASON_MISSING = "Tell the buyer why";
export const revokeInput = z.strictObject({
	/** mailed to the buyer */
	reason: z
		.string({ error: REASON_MISSING })
		.transform(severalLines)
		.pipe(
			z
				.string()
				.min(1, REASON_MISSING)
				.max(MAX_REVOKE_REASON, `Use at most ${MAX_REVOKE_REASON} characters`),
		),
});
export const changeAddressInput = z.strictObject({ email: emailField });
export const blockedBuyerInput = z.strictObject({ email: emailField });
/**
 * The mail to a buyer's new address links to `{origin}/confirm-correction#{token}`: a fragment appears in no log,
 * and nothing changes until the page posts it.
 */
export const confirmCorrectionInput = z.strictObject({ token: z.string().min(20).max(200) });

/** A buyer, as their creator sees them, by the address that they gave. */
export type Customer = {
	/** the id of their latest purchase */
	id: string;
	/** their email address */
	email: string;
	/** the number of purchases, including refunded ones */
	purchases: number;
	/** the amount paid, less refunds */
	total: string;
	/** of that amount: the currency of new shares (ISO 4217, lower case) */
	currency: Currency;
	/** the same in other currencies */
	otherTotals: Money[];
	/** when they last bought */
	boughtAt: string;
	/** the day when they last opened a receipt or downloaded (YYYY-MM-DD); null if unknown */
	lastSeen: string | null;
	/** how many downloads are still recorded */
	downloads: number;
	/** the creator accepts no orders from the address */
	blocked: boolean;
};
/** A page of customers, latest purchase first. */
export type CustomerPage = {
	/** latest purchase first */
	customers: Customer[];
	next: string | null;
};
/** A purchase of a customer. */
export type CustomerPurchase = {
	id: string;
	shareId: string;
	title: string;
	route: "card" | "direct" | "free";
	directBy: string | null;
	/** `lost`: a dispute was decided for the buyer */
	state: ShownState;
	currency: Currency;
	price: string;
	refunded: string;
	reference: string;
	paidAt: string;
	/** how many downloads are still recorded */
	downloads: number;
	revoked: Revoked | null;
};
/** A customer with their purchases. */
export type CustomerDetails = Customer & {
	/** their purchases, latest first */
	sales: CustomerPurchase[];
	/** the new address that isn't confirmed yet; null without one */
	newEmail: string | null;
};
/** An address whose orders the creator refuses. */
export type BlockedBuyer = {
	/** the normalised address */
	email: string;
	/** when it was blocked */
	since: string;
};
/** An address that a buyer has confirmed. */
export type ConfirmedAddress = {
	email: string;
	/** how many purchases have the address now */
	purchases: number;
};

export const saleAlertInput = z.strictObject({ email: emailField });
