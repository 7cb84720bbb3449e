import * as z from "zod";
import { amountField } from "../catalogue/pricing.ts";
import { emailField, externalIdField, idField } from "../fields.ts";

/** How long a checkout can be paid after it was made, in hours. */
export const CHECKOUT_HOURS = 24;
/** How many checkouts of an account are stored, until two days after their end. */
export const MAX_CHECKOUTS = 10_000;
const MAX_METADATA = 20;
/** Of all names and texts together, as JSON, in characters. */
const MAX_METADATA_LENGTH = 4_000;
const METADATA_TOO_LONG = "Names have 40 characters at most, and all of it 4,000";

/** What a program notes: names and texts. */
const metadataField = z
	.record(z.string().min(1).max(40, METADATA_TOO_LONG), z.string().max(500))
	.refine((all) => Object.keys(all).length <= MAX_METADATA, `At most ${MAX_METADATA} names`)
	.refine((all) => JSON.stringify(all).length <= MAX_METADATA_LENGTH, METADATA_TOO_LONG);
/** What is said of a `successUrl` that is none. */
export const SUCCESS_URL = "Enter a whole address in ASCII, such as https://example.com/thanks";

/** `POST /api/checkouts` */
export const newCheckoutInput = z.strictObject({
	/** the share that is bought */
	shareId: idField,
	/**
	 * what this buyer pays, instead of the share's price: a decimal string in the share's currency, such as `12.50`; `0.00` gives
	 * it away
	 */
	price: amountField.optional(),
	/** the buyer's address, which the form is filled with; whoever has the link sees it there */
	buyerEmail: emailField.optional(),
	/** where the buyer goes after paying: an address of a website, which gets the parameter `checkout_id` */
	successUrl: z
		.string()
		.trim()
		.max(2000)
		.regex(
			// Generators of clients misread an escaped slash.
			/^https?:[/]{2}[\w.-]+(:\d{1,5})?([/?#][!-~]*)?$/,
			SUCCESS_URL,
		)
		.optional(),
	/** your own id of the order; it is shown in the sale */
	externalId: externalIdField.optional(),
	/** what else you want to find in the sale: 20 names of 40 characters at most, with texts of 500; 4,000 characters in all */
	metadata: metadataField.default({}),
});

export const checkoutParam = z.strictObject({ id: idField });

/** What a program has noted about a purchase, when it made the checkout. */
type CheckoutNotes = {
	/** your own id of the order; null without one */
	externalId: string | null;
	/** names and texts */
	metadata: Record<string, string>;
};

/** A checkout that a program has made for one buyer. */
export type Checkout = CheckoutNotes & {
	id: string;
	/** the page on which it is paid, for the buyer */
	url: string;
	shareId: string;
	/** what the buyer pays: a decimal string in the share's currency; null for the share's price when the payment begins */
	price: string | null;
	/** null without one, and two days after the end */
	buyerEmail: string | null;
	/** where the buyer goes after paying; null for the share's page */
	successUrl: string | null;
	/**
	 * `open` while a payment can be begun, `paid` once there is one, also when that was refunded; else `expired`. What was
	 * begun before the end can still be paid, so that an expired one may become `paid`
	 */
	state: "open" | "paid" | "expired";
	/** the sale that it has led to; null before */
	saleId: string | null;
	createdAt: string;
	/** until when it can be paid */
	expiresAt: string;
};

/** What a sale says of the checkout that it was made with. */
export type SoldCheckout = CheckoutNotes & {
	/** the checkout's id */
	id: string;
};

/** A checkout as the page shows it on which it is paid. */
export type ShownCheckout = {
	id: string;
	/** `paid`: somebody has paid it; `ended`: its time is over, or there is none with this id */
	state: "open" | "paid" | "ended";
	/** what is paid: a decimal string in the share's currency; null for the share's price */
	price: string | null;
	/** the address that the form is filled with; null for none */
	buyerEmail: string | null;
	/** the website to which the buyer returns; null for none */
	returnsTo: string | null;
};
