import * as z from "zod";
import type { UsedDiscount } from "../../../catalogue/discounts/contract.ts";
import type { Edition } from "../../../catalogue/shares/contract/editions.ts";
import { externalIdField, idField, limitField } from "../../../contract/fields.ts";
import type { Currency } from "../../../contract/money.ts";
import type { Withdrawal } from "../../../customers/withdrawal/contract.ts";
import type { ShownState } from "../../../purchases/entitlements/contract.ts";
import type { SoldCheckout } from "../../checkout-links/contract.ts";

/** Parsed to ms. */
const momentQuery = z.iso
	.datetime({ error: "Enter a date and a time, such as 2026-05-01T00:00:00Z" })
	.transform((text) => Date.parse(text));
const salesPeriod = z.strictObject({
	/** only sales paid at this moment or later */
	from: momentQuery.optional(),
	/** only sales paid before this moment */
	until: momentQuery.optional(),
});
function checkPeriod(
	{ from = -Infinity, until = Infinity }: z.output<typeof salesPeriod>,
	check: z.RefinementCtx,
): void {
	if (from >= until)
		check.addIssue({
			code: "custom",
			path: ["until"],
			message: "The end must be later than the start.",
		});
}
export const SOLD_STATES = ["paid", "partly_refunded", "refunded", "disputed", "lost"] as const;
const salesSelection = salesPeriod.extend({
	shareId: idField.optional(),
	/**
	 * only sales in this state; `partly_refunded`: paid, with a part returned; `lost`: a dispute was decided for
	 * the buyer
	 */
	state: z.enum(SOLD_STATES).optional(),
});
export const salesCsvQuery = salesSelection.superRefine(checkPeriod);
const salesFilter = salesSelection.extend({
	/** the buyer's address, ignoring case */
	buyer: z.string().trim().min(3).max(254).optional(),
	/** only sales through checkouts with this external id */
	externalId: externalIdField.optional(),
	limit: limitField,
	/** the id of the sale after which the page begins */
	after: idField.optional(),
});
export const salesQuery = salesFilter.superRefine(checkPeriod);
export const salesPageQuery = salesFilter.pick({ after: true, limit: true });
/** A file of a sale of single files. */
export type SaleLine = {
	/** the file's id; `*` for all pictures */
	file: string;
	/** null for all pictures */
	name: string | null;
	/** `web`: a picture in a smaller size; `full`: the original */
	edition: Edition;
	/** its part of the sale's price */
	price: string;
	/** when its part was refunded, which ended access to it; null otherwise */
	refundedAt: string | null;
};

/** A sale, as its creator sees it. */
export type Sale = {
	id: string;
	shareId: string;
	title: string;
	route: "card" | "direct" | "free";
	directBy: string | null;
	/** `lost`: a dispute was decided for the buyer */
	state: ShownState;
	buyerEmail: string;
	currency: Currency;
	price: string;
	discount: UsedDiscount | null;
	/** the platform's fee */
	platformFee: string;
	/** the card provider's fee */
	processingFee: string;
	refunded: string;
	refundFailedAt: string | null;
	/**
	 * the price as the payment provider exchanged it; null if it didn't, or hasn't yet. Payouts and refunds of the
	 * sale use this rate
	 */
	exchanged: {
		currency: string;
		/** a decimal string in that currency */
		price: string;
	} | null;
	/** the creator's earnings after fees, refunds and disputes; may be negative */
	net: string;
	/**
	 * where `net` is: paid to the creator (`direct`), nothing (`free`), in their account at the payment provider
	 * (`connected`, `transferred`), held by the platform (`balance`), or back with the buyer (`returned`)
	 */
	where: "direct" | "free" | "connected" | "balance" | "transferred" | "returned";
	createdAt: string;
	/** when it was paid; null before */
	paidAt: string | null;
	withdrawal: Withdrawal | null;
	/** the buyer's country (ISO 3166); null if unknown */
	place: {
		/** according to the network */
		edge: string | null;
		/** according to the card */
		card: string | null;
		/** both are known and differ */
		differ: boolean;
	};
	/** null without an invoice */
	invoiceNumber: string | null;
	/** when the creator revoked access without a refund; null otherwise */
	revokedAt: string | null;
	reference: string;
	/** data of the program that created the checkout; null without one */
	checkout: SoldCheckout | null;
	/** the files of a sale of single ones; absent for the whole share */
	lines?: SaleLine[];
};
/** A page of sales, newest first. */
export type SalePage = {
	/** newest first */
	sales: Sale[];
	next: string | null;
};
