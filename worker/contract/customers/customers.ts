import * as z from "zod";
import { MAX_CUSTOMER_SEARCH } from "../constants.ts";
import { emailField, idField, limitField, severalLines } from "../fields.ts";
import type { Currency, Money } from "../money.ts";
import type { Revoked, ShownState } from "../payments/payments.ts";

export const customersQuery = z.strictObject({
	/** a part of the address, or the reference of a purchase */
	search: z.string().trim().max(MAX_CUSTOMER_SEARCH).optional(),
	/** the id of the customer after whom the page begins */
	after: idField.optional(),
	/** how many a page has; 50 where not given */
	limit: limitField,
});
/** A customer is named by any purchase of theirs, so that no address stands in an address of ours. */
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
 * The link in the mail to a buyer's new address is `{origin}/confirm-correction#{token}`: the fragment
 * reaches no log, and nothing changes until the page posts it.
 */
export const confirmCorrectionInput = z.strictObject({ token: z.string().min(20).max(200) });

/** A buyer as their creator sees them, by the address that they gave. */
export type Customer = {
	/** the id of their latest purchase */
	id: string;
	/** their email address */
	email: string;
	/** the number of purchases, refunded ones included */
	purchases: number;
	/** what they have paid, less refunds: a decimal string */
	total: string;
	/** of that amount: the currency of the creator's new shares (ISO 4217, lower case) */
	currency: Currency;
	/** the same in other currencies */
	otherTotals: Money[];
	/** when they last bought: ISO 8601 in UTC */
	boughtAt: string;
	/** the day on which they last opened a receipt or downloaded (YYYY-MM-DD); null when that is not known */
	lastSeen: string | null;
	/** how often they downloaded, as far as that is still recorded */
	downloads: number;
	/** the creator accepts no orders from the address */
	blocked: boolean;
};
/** A page of customers, the latest purchase first. */
export type CustomerPage = {
	/** the latest purchase first */
	customers: Customer[];
	/** the `after` of the next page; null on the last one */
	next: string | null;
};
/** A purchase of a customer. */
export type CustomerPurchase = {
	id: string;
	shareId: string;
	title: string;
	route: "card" | "direct" | "free";
	/** what a direct payment was made with; null for others */
	directBy: string | null;
	/** what has become of it */
	state: ShownState;
	/** of its amounts (ISO 4217, lower case) */
	currency: Currency;
	price: string;
	refunded: string;
	reference: string;
	paidAt: string;
	/** how often it was downloaded, as far as that is still recorded */
	downloads: number;
	/** when its access was ended without a refund, and what the buyer was told; null for access */
	revoked: Revoked | null;
};
/** A customer with their purchases. */
export type CustomerDetails = Customer & {
	/** their purchases, the latest first */
	sales: CustomerPurchase[];
	/** the new address that has not confirmed yet; null when none was asked */
	newEmail: string | null;
};
/** An address from which the creator accepts no orders. */
export type BlockedBuyer = {
	/** the normalised address */
	email: string;
	/** when it was blocked: ISO 8601 in UTC */
	since: string;
};
/** An address that a buyer has confirmed. */
export type ConfirmedAddress = {
	email: string;
	/** how many purchases have the address now */
	purchases: number;
};
