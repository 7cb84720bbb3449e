import * as z from "zod";
import { discountCodeField } from "../catalogue/discounts.ts";
import { amountField } from "../catalogue/pricing.ts";
import type { ShareCover } from "../catalogue/shares.ts";
import { CASH_APP_HANDLE, MAX_CONFIRMATION_CODE } from "../constants.ts";
import { CHOOSE_COUNTRY, COUNTRIES } from "../countries.ts";
import { type ConsentGiven, consentField, type Withdrawal } from "../customers/withdrawal.ts";
import { emailField, externalIdField, idField, limitField } from "../fields.ts";
import { CURRENCY_CODES, type Currency, type Money } from "../money.ts";
import type { SoldCheckout } from "./checkouts.ts";
import type { Invoice } from "./invoices.ts";

/**
 * card: started → processing → paid | cancelled; direct: started → claimed → paid | declined (with a
 * reason), declined → claimed; paid → refunded, paid ⇄ disputed
 */
export type PurchaseState =
	| "started"
	| "processing"
	| "paid"
	| "cancelled"
	| "claimed"
	| "declined"
	| "refunded"
	| "disputed";

/**
 * As clients see it. `lost`: a dispute was decided for the buyer, to whom the bank has given the payment
 * back.
 */
export type ShownState = PurchaseState | "lost";

/** The body of the routes that begin a payment. */
export const beginPaymentInput = z.strictObject({
	shareId: idField,
	/** `changedAt` of the share that the buyer was shown: a payment for something else is not begun */
	changedAt: z.iso.datetime().nullable().optional(),
	/** the text that `consent.required` asked to be agreed to */
	consent: consentField.optional(),
	/** a discount code */
	code: discountCodeField.optional(),
	/** what the buyer chooses to pay, where the share lets them: a decimal string in its currency */
	amount: amountField.optional(),
	/** the checkout of a program by which it is paid */
	checkout: idField.optional(),
});
/**
 * The body of the route that begins a card payment: with the address, a code's limit per buyer is checked.
 */
export const beginCardInput = beginPaymentInput.extend({ buyerEmail: emailField.optional() });
/** The body of the route that takes what costs nothing. */
export const getFreeInput = beginPaymentInput
	.omit({ consent: true, amount: true })
	.extend({ buyerEmail: emailField });
export const paymentSuccessInput = z.strictObject({
	/** the payment provider's id of the payment, which the browser has confirmed */
	paymentIntentId: z.string().regex(/^pi_[A-Za-z0-9_]{1,200}$/, "This is not a payment"),
	buyerEmail: emailField,
});
export const confirmDirectInput = z.strictObject({
	shareId: idField,
	buyerEmail: emailField,
	confirmationCode: z
		.string()
		.trim()
		.min(1, "Enter the confirmation code")
		.max(MAX_CONFIRMATION_CODE),
	/** the text that `consent.required` asked to be agreed to */
	consent: consentField.optional(),
	/** what the buyer chose to pay, for a payment of which nothing is known any more */
	amount: amountField.optional(),
	/** the checkout by which it is paid, likewise */
	checkout: idField.optional(),
});
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
/** A creator's link; which sites it may lead to is the operator's choice. */
export const directLinkField = z
	.string()
	.trim()
	.max(200, "A link has 200 characters at most")
	.startsWith("https://", "A link begins with https://");
export const setupCashAppInput = z.strictObject({
	/** unchanged where it is left out */
	cashAppHandle: cashAppHandleField.optional(),
	/**
	 * the creator's own page at PayPal, Revolut, Wise or another site of `directLinkHosts`, by which buyers pay in other
	 * currencies, and in US dollars where there is no Cash App; null for none, unchanged where it is left out
	 */
	directLink: directLinkField.nullable().optional(),
	/** files are opened to buyers as soon as they say that they have paid */
	releaseOnConfirmation: z.boolean().optional(),
	/** whether buyers may pay by card as well */
	acceptsCards: z.boolean().optional(),
});
export const setupMethodsInput = z.strictObject({
	/** whether buyers may pay by bank debits, which take days; the files open once the bank has paid */
	acceptsDelayed: z.boolean(),
});
/** Why a creator declines a claim; shown to the buyer. */
export const DECLINE_REASONS = ["not_found", "wrong_amount", "returned"] as const;
/** `already_open`: another payment opened the files to the buyer, and the creator returns the money. */
export type DeclineReason = (typeof DECLINE_REASONS)[number] | "already_open";
/** The body of the route that approves a claim. */
export const approveClaimInput = z.strictObject({
	/** where every copy is sold: allows one more for this payment */
	raise: z.boolean().default(false),
});
export const declineClaimInput = z.strictObject({
	/** what the buyer is told: the money was not found, the amount is wrong, or it was returned */
	reason: z.enum(DECLINE_REASONS, { error: "Choose a reason" }),
});
export type ClaimDecision =
	| { decision: "approve"; raise: boolean }
	| { decision: "decline"; reason: (typeof DECLINE_REASONS)[number] };
/**
 * The link in the creator's mail is `{origin}/claim#{claim id}.{token}`: the fragment reaches no log. The
 * page reads with `POST /api/direct-claims/{id}/details` and decides with `…/decision`; both return the
 * claim as its creator sees it.
 */
export const claimTokenInput = z.strictObject({ token: z.string().min(20).max(200) });
export const decideClaimInput = z.discriminatedUnion("decision", [
	claimTokenInput.extend({
		/** the payment has arrived */
		decision: z.literal("approve"),
		...approveClaimInput.shape,
	}),
	claimTokenInput.extend({
		/** the payment has not arrived, or not as it should */
		decision: z.literal("decline"),
		...declineClaimInput.shape,
	}),
]);
export const purchaseParam = z.strictObject({ id: idField });
/** A moment of a query; parsed to ms. */
const momentQuery = z.iso
	.datetime({ error: "Enter a date and a time, such as 2026-05-01T00:00:00Z" })
	.transform((text) => Date.parse(text));
const salesPeriod = z.strictObject({
	/** only sales that were paid at this moment or later: ISO 8601 in UTC */
	from: momentQuery.optional(),
	/** only sales that were paid before this moment: ISO 8601 in UTC */
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
			message: "The end must be later than the beginning.",
		});
}
/** Which sales are meant: those that were paid from a moment on, and before another. */
export const salesPeriodQuery = salesPeriod.superRefine(checkPeriod);
/** The states of what is listed as a sale. */
export const SOLD_STATES = ["paid", "disputed", "refunded", "lost"] as const;
const salesFilter = salesPeriod.extend({
	shareId: idField.optional(),
	/** only sales in this state; `lost` is a dispute that the bank has decided for the buyer */
	state: z.enum(SOLD_STATES).optional(),
	/** the buyer's address, without regard to case */
	buyer: z.string().trim().min(3).max(254).optional(),
	/** only sales by checkouts with this external id */
	externalId: externalIdField.optional(),
	/** how many a page has; 50 where not given */
	limit: limitField,
	/** the id of the sale after which the page begins */
	after: idField.optional(),
});
export const salesQuery = salesFilter.superRefine(checkPeriod);
export const salesPageQuery = salesFilter.pick({ after: true, limit: true });
export const setupCurrencyInput = z.strictObject({
	/**
	 * in which new shares are priced (ISO 4217, lower case). Until something is sold, all shares are: the figures of prices
	 * stay as they are, rounded up where the currency has no decimals
	 */
	currency: z.enum(CURRENCY_CODES, "Choose one of the currencies"),
});
export const setupCardPayoutsInput = z.strictObject({
	/**
	 * where the creator lives; asked for until there is an account. Another one than the account's replaces the account
	 * while nothing was sold with it
	 */
	country: z.enum(COUNTRIES, CHOOSE_COUNTRY).optional(),
});
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
	/** the six digits of the mail */
	code: purchaseCodeField,
});

/** A card payment that has begun. */
export type PaymentIntentResponse = {
	/** with it the browser confirms the payment at the provider */
	clientSecret: string;
	/** what is to be paid, in hundredths of the currency's unit */
	amount: number;
	/** ISO 4217, lower case */
	currency: Currency;
	/** the price, or the minimum, without the discount code, in the same; null without a code */
	listAmount: number | null;
	/** the discount code used; null without one */
	code: string | null;
};
/** What has become of a card payment. */
export type PaymentSuccessResponse = {
	/** the files are open to the buyer */
	isPaid: boolean;
	/** the address of the receipt, which opens the purchase in any browser; null without one */
	receiptUrl: string | null;
};
/** What has become of a direct payment that was reported. */
export type ConfirmDirectResponse = {
	/** `already_open`: another payment has opened the files; the creator returns this one */
	status: "pending" | "paid" | "already_open";
	reference: string;
	claimId: string;
};
/** How a creator can be paid. */
export type PaymentStatus = {
	/** buyers can pay in some way */
	hasPaymentSetup: boolean;
	/** directly (`cashapp`), by card (`stripe`), `both`, or null for not yet */
	paymentMethod: "cashapp" | "stripe" | "both" | null;
	cashAppHandle: string | null;
	/** the creator's page at a site by which buyers pay in other currencies, and in US dollars without Cash App; null without one */
	directLink: string | null;
	/** the sites that such a link may lead to; empty where the operator wants none */
	directLinkHosts: string[];
	/** buyers may pay by card once the creator has connected an account */
	acceptsCards: boolean;
	/** buyers may pay by bank debits, which take days */
	acceptsDelayed: boolean;
	/** in which new shares are priced (ISO 4217, lower case) */
	currency: Currency;
	/** something was sold, or is being paid: shares keep their currency, and another one is for new shares only */
	sharesKeepCurrency: boolean;
	/** of the country that the request comes from; US dollars where that is not known */
	proposedCurrency: Currency;
	/** payouts of card sales */
	cardPayouts: {
		/** the creator has begun to connect an account at the payment provider */
		connected: boolean;
		/** that account can be paid */
		chargesEnabled: boolean;
		/** the account is outside the platform's region at the payment provider: what card sales earn is transferred to it */
		isAbroad: boolean;
		/** what the payment provider exchanges sales into that are in another currency (ISO 4217, lower case); null before an account is connected */
		settlesIn: string | null;
		/** where the request comes from (ISO 3166), to begin with as the creator's country; null where that is not known */
		proposedCountry: string | null;
		/** what the platform holds for the creator: a decimal string in the currency of new shares */
		balance: string;
		/** what it holds in others */
		otherBalances: Money[];
	};
	/** files are opened to buyers as soon as they say that they have paid */
	releaseOnConfirmation: boolean;
};
/** Where creators can be paid what card sales earn. Nothing is paid out to other countries. */
export type PayoutCountries = {
	/** it reaches the creator's account with the payment (ISO 3166) */
	atOnce: string[];
	/** the platform receives it, and transfers it to the creator's account soon after (ISO 3166) */
	byTransfer: string[];
	/** what the payment provider exchanges sales into that are in another currency (ISO 4217, lower case); they are always transferred */
	settlesIn: string;
};
/** A direct payment that a buyer claims to have made. */
export type DirectClaim = {
	id: string;
	shareId: string;
	title: string;
	price: string;
	reference: string;
	/** ISO 4217, lower case */
	currency: Currency;
	directBy: string;
	/** `claimed` while it waits for the creator, then `paid` or `declined` */
	state: PurchaseState;
	createdAt: string;
	/** why it was declined; null otherwise */
	reason: DeclineReason | null;
	/**
	 * only in the creator's view: the number of sales to which approving raises the share's limit; null
	 * while a copy is left
	 */
	raisesTo?: number | null;
	/** the buyer's email address; only in the creator's view */
	buyerEmail?: string;
	/** what the buyer copied from the payment; only in the creator's view */
	confirmationCode?: string;
};
/** A discount code that a purchase was made with. */
type UsedDiscount = {
	/** the letters of the code */
	code: string;
	listPrice: string;
};

/** A sale, as its creator sees it. */
export type Sale = {
	id: string;
	shareId: string;
	title: string;
	route: "card" | "direct" | "free";
	/** what a direct payment was made with; null for others */
	directBy: string | null;
	/** what has become of it; `lost`: a dispute was decided for the buyer */
	state: ShownState;
	buyerEmail: string;
	/** of its amounts (ISO 4217, lower case) */
	currency: Currency;
	price: string;
	/** the discount code and the price without it; null without one */
	discount: UsedDiscount | null;
	/** what the platform keeps: a decimal string */
	platformFee: string;
	/** what the card provider keeps: a decimal string */
	processingFee: string;
	refunded: string;
	/** when the bank refused the latest refund, so that the sale is still valid; null when it did not */
	refundFailedAt: string | null;
	/**
	 * its price as the payment provider has exchanged it; null where it did not, and before it has. What is paid out of
	 * the sale, and taken back, is at this rate, whatever rates do later
	 */
	exchanged: {
		/** ISO 4217, lower case */
		currency: string;
		/** a decimal string in that currency */
		price: string;
	} | null;
	/**
	 * what the creator has of it: after fees, with what refunds and disputes have cost; a decimal string, may be
	 * negative
	 */
	net: string;
	/**
	 * where that amount is: paid to the creator (`direct`), nothing (`free`), in the creator's account at
	 * the payment provider (`connected`, `transferred`), held by the platform (`balance`), or back with the
	 * buyer (`returned`)
	 */
	where: "direct" | "free" | "connected" | "balance" | "transferred" | "returned";
	createdAt: string;
	/** when it was paid: ISO 8601 in UTC; null before */
	paidAt: string | null;
	/** the buyer's withdrawal from the purchase; null without one */
	withdrawal: Withdrawal | null;
	/** the country where the buyer was (ISO 3166, two letters); null where not known */
	place: {
		/** by the network */
		edge: string | null;
		/** by the card */
		card: string | null;
		/** the two are known and are not the same */
		differ: boolean;
	};
	/** the number of its invoice; null for a sale without one */
	invoiceNumber: string | null;
	/** when the creator ended its access without a refund; null for access */
	revokedAt: string | null;
	/** the code that the buyer's receipt has, too */
	reference: string;
	/** what the program has noted that made the checkout; null without one */
	checkout: SoldCheckout | null;
};
/** A page of sales, newest first. */
export type SalePage = {
	/** the newest first */
	sales: Sale[];
	/** the `after` of the next page; null on the last one */
	next: string | null;
};
/** A purchase, as its buyer sees it. */
export type Receipt = {
	purchaseId: string;
	shareId: string;
	title: string;
	/** of its amounts (ISO 4217, lower case) */
	currency: Currency;
	price: string;
	/** the discount code and the price without it; null without one */
	discount: UsedDiscount | null;
	paidAt: string;
	buyerEmail: string;
	/** the name of the creator */
	creator: string;
	/** the picture that stands for the share; null without one and once the files are gone */
	cover: ShareCover | null;
	route: "card" | "direct" | "free";
	/** what a direct payment was made with; null for others */
	directBy: string | null;
	reference: string;
	/** what has become of it; `lost`: a dispute was decided for the buyer */
	state: ShownState;
	/**
	 * when the bank refused the latest refund, so that the purchase is still valid; null when it did not
	 */
	refundFailedAt: string | null;
	/** set once the creator has deleted the files: until when they can be downloaded */
	downloadUntil: string | null;
	/** set where the share ends for its buyers too: until when they can download; may have passed */
	accessUntil: string | null;
	/** the files can no longer be downloaded, although the purchase is valid */
	filesGone: boolean;
	invoice: Invoice | null;
	/** what the buyer agreed to before paying; null for nothing */
	consent: ConsentGiven | null;
	/** the licence as it was when the payment was begun; null without one */
	licence: string | null;
	/** the buyer's withdrawal from the purchase; null without one */
	withdrawal: Withdrawal | null;
	/** when the creator ended its access without a refund, and what they wrote; null for access */
	revoked: Revoked | null;
	/** files that were added or replaced since the payment, newest first; those it gives access to */
	news: NewFile[];
	/** versions that were replaced since the payment and are kept for its buyer, newest first */
	earlierVersions: EarlierVersion[];
	/** of a bundle: the shares that it opens, in order; absent otherwise */
	parts?: ReceiptPart[];
};

/** A share that the purchase of a bundle opens. */
export type ReceiptPart = {
	shareId: string;
	title: string;
	/** the picture that stands for the share; null without one and once its files are gone */
	cover: ShareCover | null;
	/** set once the creator has deleted its files: until when they can be downloaded */
	downloadUntil: string | null;
	/** its files can no longer be downloaded */
	filesGone: boolean;
	/** what the buyer may do with its files, as it was when they paid; null without a text */
	licence: string | null;
};
export type Revoked = {
	at: string;
	/** what the buyer was told */
	reason: string;
};

/** What costs nothing was taken. */
export type GetFreeResponse = { isPaid: true; receiptUrl: string };
/** A file that is new since a purchase; one with a version above 1 has replaced another. */
export type NewFile = {
	id: string;
	/** the name of the file */
	name: string;
	/** bytes */
	size: number;
	version: number;
	/** what its creator says is new in it */
	note: string | null;
	at: string;
};
/** An earlier version of a file. */
export type EarlierVersion = {
	/** by which it is downloaded */
	id: string;
	/** the name of the file */
	name: string;
	/** bytes */
	size: number;
	version: number;
};

/** Instructions for paying directly: the handle or the link, the amount, and the note. */
export type BeginDirectResponse = {
	reference: string;
	directBy: string;
	/** null where it is paid by the link */
	cashAppHandle: string | null;
	/** the creator's page on which it is paid; null where it is paid in Cash App */
	directLink: string | null;
	/** ISO 4217, lower case */
	currency: Currency;
	price: string;
	/** the discount code and the price without it; null without one */
	discount: UsedDiscount | null;
	/** whether the creator's address is verified, so that the receipt goes out by mail */
	mailsReceipt: boolean;
	/**
	 * this buyer's latest claim for the share, if it waits or was declined; restores the state of a
	 * reloaded page
	 */
	claim: DirectClaim | null;
	/** set when the share can no longer be bought: only a payment already made may still be claimed */
	closed: "sold_out" | "not_for_sale" | "already_open" | "paused" | null;
};
/** A receipt that was opened by its link. */
export type RedeemReceiptResponse = {
	shareId: string;
	/** the receipt */
	receipt: Receipt;
};
/** A purchase that the calling buyer holds. */
export type MyPurchase = Receipt & { receiptUrl: string };
/** One entry of the creator's ledger. */
export type LedgerLine = {
	at: string;
	/** the purchase's reference; null for entries without a purchase */
	reference: string | null;
	/** the title of the share; null without one */
	title: string | null;
	/** the discount code of the purchase; null without one */
	code: string | null;
	/**
	 * what it is: `gross`, `platform_fee`, `processing_fee`, `transfer`, `transfer_reversal`,
	 * `refund`, `fee_refund`, `dispute`, `dispute_fee` or `dispute_won`
	 */
	kind: string;
	/** of the amount (ISO 4217, lower case) */
	currency: Currency;
	/** signed from the creator's point of view: a decimal string */
	amount: string;
	/**
	 * where the money is: held by the platform, in the creator's account at the payment provider, or
	 * paid directly
	 */
	account: "platform" | "connected" | "outside";
};
/** Where a creator's money in one currency is. */
type Whereabouts = {
	/** ISO 4217, lower case */
	currency: Currency;
	/** what the platform holds: a decimal string; negative for a debt after refunds or disputes */
	held: string;
	/** what was transferred to the connected account: a decimal string */
	connected: string;
	/** what buyers have paid directly: a decimal string */
	outside: string;
};
/** Where a creator's money is, in the currency of new shares. */
export type Balance = Whereabouts & {
	/** the same in each other currency that something was sold in */
	others: Whereabouts[];
	/** the latest entries, newest first */
	lines: LedgerLine[];
};
