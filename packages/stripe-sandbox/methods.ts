/** https://docs.stripe.com/payments/payment-methods/payment-method-support */
export interface Method {
	/** In the Payment Element. */
	label: string;
	/**
	 * `redirect`: the buyer agrees on a page of the bank or wallet. `delayed`: the bank responds days later.
	 * https://docs.stripe.com/payments/payment-methods#payment-notification
	 */
	flow: "card" | "redirect" | "delayed";
	/** All if absent. */
	currencies?: readonly string[];
	/** Unlimited if absent. Approximate: each method's page has its own figure. */
	refundDays?: number;
	/** `final` ones can't be contested. */
	disputes: "contested" | "final" | "none";
}

/**
 * `final` reasons are a bank's, also after it has paid.
 * https://support.stripe.com/questions/respond-to-or-contest-an-ach-direct-debit-dispute-as-a-merchant
 */
export const DISPUTE_REASONS = {
	contested: ["fraudulent", "product_not_received", "inquiry"],
	final: [
		"debit_not_authorized",
		"insufficient_funds",
		"bank_cannot_process",
		"incorrect_account_details",
	],
} as const satisfies Record<Exclude<Method["disputes"], "none">, readonly string[]>;

export type DisputeReason = (typeof DISPUTE_REASONS)[keyof typeof DISPUTE_REASONS][number];

/** By the API's names, in the Payment Element's order. */
export const METHODS = {
	card: { label: "Card", flow: "card", disputes: "contested" },
	// Redirects to a bank cannot be disputed. https://docs.stripe.com/payments/ideal#disputed-payments
	ideal: {
		label: "iDEAL",
		flow: "redirect",
		currencies: ["eur"],
		refundDays: 180,
		disputes: "none",
	},
	// https://docs.stripe.com/payments/bancontact
	bancontact: {
		label: "Bancontact",
		flow: "redirect",
		currencies: ["eur"],
		refundDays: 180,
		disputes: "none",
	},
	// https://docs.stripe.com/payments/eps
	eps: {
		label: "EPS",
		flow: "redirect",
		currencies: ["eur"],
		refundDays: 180,
		disputes: "none",
	},
	// https://docs.stripe.com/payments/klarna, https://docs.stripe.com/payments/klarna/disputes
	klarna: {
		label: "Klarna",
		flow: "redirect",
		currencies: [
			"eur",
			"usd",
			"gbp",
			"aud",
			"cad",
			"chf",
			"czk",
			"dkk",
			"nok",
			"nzd",
			"pln",
			"ron",
			"sek",
		],
		refundDays: 180,
		disputes: "contested",
	},
	// https://docs.stripe.com/payments/cash-app-pay
	cashapp: {
		label: "Cash App Pay",
		flow: "redirect",
		currencies: ["usd"],
		refundDays: 90,
		disputes: "contested",
	},
	// https://docs.stripe.com/payments/sepa-debit,
	// https://support.stripe.com/questions/sepa-direct-debit-payment-disputes
	sepa_debit: {
		label: "SEPA Debit",
		flow: "delayed",
		currencies: ["eur"],
		refundDays: 180,
		disputes: "final",
	},
	// https://docs.stripe.com/payments/payment-methods/bacs-debit
	bacs_debit: {
		label: "Bacs Direct Debit",
		flow: "delayed",
		currencies: ["gbp"],
		refundDays: 180,
		disputes: "final",
	},
	// https://docs.stripe.com/payments/ach-direct-debit, https://support.stripe.com/questions/disputes-for-ach-payments
	us_bank_account: {
		label: "US bank account",
		flow: "delayed",
		currencies: ["usd"],
		refundDays: 180,
		disputes: "final",
	},
} as const satisfies Record<string, Method>;

/** Require a registered domain. https://docs.stripe.com/payments/payment-methods/pmd-registration */
export const WALLETS = [
	"amazon_pay",
	"apple_pay",
	"google_pay",
	"klarna",
	"link",
	"paypal",
] as const;
export type Wallet = (typeof WALLETS)[number];

/**
 * Also those that the sandbox doesn't have.
 * https://docs.stripe.com/payments/place-a-hold-on-a-payment-method
 */
export const CAPTURABLE: readonly string[] = [
	"affirm",
	"afterpay_clearpay",
	"alma",
	"amazon_pay",
	"billie",
	"card",
	"cashapp",
	"kakao_pay",
	"klarna",
	"kr_card",
	"link",
	"mobilepay",
	"naver_pay",
	"payco",
	"paypal",
	"revolut_pay",
	"samsung_pay",
	"satispay",
	"scalapay",
	"sequra",
	"sunbit",
];

export type MethodType = keyof typeof METHODS;
export const METHOD_TYPES = Object.keys(METHODS) as MethodType[];

interface Terms {
	enabled: readonly MethodType[];
	currency: string;
	redirects: boolean;
	allowed: readonly string[] | null;
	excluded: readonly string[] | null;
	/** saves the method for later, which those with a redirect cannot be here */
	saves: boolean;
	/** captured later, which hides the methods that can't be */
	manual: boolean;
}

/** An intent's `payment_method_types`. */
export function typesFor(terms: Terms): MethodType[] {
	return METHOD_TYPES.filter((type) => {
		const { flow, currencies }: Method = METHODS[type];
		return (
			terms.enabled.includes(type) &&
			(currencies?.includes(terms.currency) ?? true) &&
			!(flow === "redirect" && (!terms.redirects || terms.saves)) &&
			(!terms.manual || CAPTURABLE.includes(type)) &&
			(terms.allowed?.includes(type) ?? true) &&
			!terms.excluded?.includes(type)
		);
	});
}

export function methodOf(type: string | null | undefined): Method {
	const found = METHOD_TYPES.find((known) => known === type);
	return METHODS[found ?? "card"];
}
