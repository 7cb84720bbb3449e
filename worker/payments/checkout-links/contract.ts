import * as z from "zod";
import { amountField } from "../../catalogue/shares/contract/pricing.ts";
import { emailField, externalIdField, idField } from "../../contract/fields.ts";

/** How long a checkout can be paid, in hours. */
export const CHECKOUT_HOURS = 24;
/** Checkouts that an account may have stored; they are deleted two days after their end. */
export const MAX_CHECKOUTS = 10_000;
const MAX_METADATA = 20;
/** Characters of the whole object as JSON. */
const MAX_METADATA_LENGTH = 4_000;
const METADATA_TOO_LONG = "Names can have at most 40 characters, and everything together 4,000";

const metadataField = z
	.record(z.string().min(1).max(40, METADATA_TOO_LONG), z.string().max(500))
	.refine((all) => Object.keys(all).length <= MAX_METADATA, `At most ${MAX_METADATA} names`)
	.refine((all) => JSON.stringify(all).length <= MAX_METADATA_LENGTH, METADATA_TOO_LONG);
export const SUCCESS_URL = "Enter a full address in ASCII, such as https://example.com/thanks";

export const newCheckoutInput = z.strictObject({
	/** the share to buy */
	shareId: idField,
	/** this buyer's price, in the share's currency; `0.00` gives it away */
	price: amountField.optional(),
	/** prefills the form; anyone with the link can see it */
	buyerEmail: emailField.optional(),
	/** where the buyer goes after paying: a website's address, to which `checkout_id` is added */
	successUrl: z
		.string()
		.trim()
		.max(2000)
		.regex(
			// Client generators misread an escaped slash.
			/^https?:[/]{2}[\w.-]+(:\d{1,5})?([/?#][!-~]*)?$/,
			SUCCESS_URL,
		)
		.optional(),
	/** your own id of the order, shown in the sale */
	externalId: externalIdField.optional(),
	/** shown in the sale: up to 20 names of 40 characters, with texts of 500; 4,000 characters in all */
	metadata: metadataField.default({}),
});

export const checkoutParam = z.strictObject({ id: idField });

type CheckoutNotes = {
	/** your own id of the order; null without one */
	externalId: string | null;
	/** names and texts */
	metadata: Record<string, string>;
};

/** A checkout that a program created for one buyer. */
export type Checkout = CheckoutNotes & {
	id: string;
	/** the page where the buyer pays */
	url: string;
	shareId: string;
	/** the buyer's price, in the share's currency; null for the share's price when the payment begins */
	price: string | null;
	/** null without one, and two days after the end */
	buyerEmail: string | null;
	/** where the buyer goes after paying; null for the share's page */
	successUrl: string | null;
	/**
	 * `open`: a payment can begin; `paid`: it was paid, even if refunded since; `expired`: its time is over,
	 * though a payment begun before can still make it `paid`
	 */
	state: "open" | "paid" | "expired";
	/** the resulting sale; null before */
	saleId: string | null;
	createdAt: string;
	/** until when it can be paid */
	expiresAt: string;
};

/** The checkout link of a sale. */
export type SoldCheckout = CheckoutNotes & {
	id: string;
};

/** A checkout as its payment page shows it. */
export type ShownCheckout = {
	id: string;
	/** `paid`: it was paid; `ended`: its time is over, or it doesn't exist */
	state: "open" | "paid" | "ended";
	/** the price, in the share's currency; null for the share's price */
	price: string | null;
	/** prefills the form; null for none */
	buyerEmail: string | null;
	/** the website the buyer returns to; null for none */
	returnsTo: string | null;
};
