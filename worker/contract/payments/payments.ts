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
 * card: started → processing → paid | cancelled; direct: started → claimed → paid | declined (with a reason),
 * declined → claimed; paid → refunded, paid ⇄ disputed
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

/** As clients see it. `lost`: a dispute was decided for the buyer, and the bank returned the money. */
export type ShownState = PurchaseState | "lost";

export const beginPaymentInput = z.strictObject({
	shareId: idField,
	/** `changedAt` of the share as the buyer saw it: refuses the payment if the share has changed since */
	changedAt: z.iso.datetime().nullable().optional(),
	consent: consentField.optional(),
	code: discountCodeField.optional(),
	/** what the buyer chooses to pay, where the share allows it, in its currency */
	amount: amountField.optional(),
	/** the checkout to pay */
	checkout: idField.optional(),
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
export const confirmDirectInput = z.strictObject({
	shareId: idField,
	buyerEmail: emailField,
	confirmationCode: z
		.string()
		.trim()
		.min(1, "Enter the confirmation code")
		.max(MAX_CONFIRMATION_CODE),
	consent: consentField.optional(),
	/** what the buyer chose to pay, if nothing is known of the payment any more */
	amount: amountField.optional(),
	/** the checkout paid, likewise */
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
export const purchaseParam = z.strictObject({ id: idField });
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

/** A card payment that has begun. */
export type PaymentIntentResponse = {
	clientSecret: string;
	/** what to pay, in hundredths of the currency's unit */
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
/** The state of a direct payment that the buyer reported. */
export type ConfirmDirectResponse = {
	/** `already_open`: another payment opened the files, and the creator returns this one */
	status: "pending" | "paid" | "already_open";
	reference: string;
	claimId: string;
};
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
		/** what the platform holds for the creator, in the currency of new shares */
		balance: string;
		/** what it holds in other currencies */
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
	/** what the buyer copied from the payment; only for the creator */
	confirmationCode?: string;
};
type UsedDiscount = {
	code: string;
	listPrice: string;
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
	/** what the platform keeps */
	platformFee: string;
	/** what the card provider keeps */
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
	/** what the creator earns after fees, refunds and disputes; may be negative */
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
	/** what the program that created the checkout noted; null without one */
	checkout: SoldCheckout | null;
};
/** A page of sales, newest first. */
export type SalePage = {
	/** newest first */
	sales: Sale[];
	next: string | null;
};
/** A purchase, as its buyer sees it. */
export type Receipt = {
	purchaseId: string;
	shareId: string;
	title: string;
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
	/** what the buyer agreed to before paying; null for nothing */
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
export type Revoked = {
	at: string;
	/** as the buyer was told */
	reason: string;
};

/** The result of getting a free share. */
export type GetFreeResponse = { isPaid: true; receiptUrl: string };
/** A file that is new since a purchase; a version above 1 replaced another. */
export type NewFile = {
	id: string;
	name: string;
	size: number;
	version: number;
	/** what its creator says is new in it; null for nothing */
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
/** A receipt that was opened by its link. */
export type RedeemReceiptResponse = {
	shareId: string;
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
	code: string | null;
	/**
	 * `gross`, `platform_fee`, `processing_fee`, `transfer`, `transfer_reversal`, `refund`, `fee_refund`,
	 * `dispute`, `dispute_fee` or `dispute_won`
	 */
	kind: string;
	currency: Currency;
	/** a decimal string, signed from the creator's point of view */
	amount: string;
	/** where the money is: with the platform, in the creator's account at the payment provider, or paid directly */
	account: "platform" | "connected" | "outside";
};
type Whereabouts = {
	currency: Currency;
	/** what the platform holds; negative for a debt after refunds or disputes */
	held: string;
	/** what was transferred to the connected account */
	connected: string;
	/** what buyers paid directly */
	outside: string;
};
/** A creator's money in the currency of new shares. */
export type Balance = Whereabouts & {
	/** the same in each other currency */
	others: Whereabouts[];
	/** the latest entries, newest first */
	lines: LedgerLine[];
};
