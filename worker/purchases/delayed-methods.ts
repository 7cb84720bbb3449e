import { DAY_MS } from "../contract/retention.ts";

/*
 * The only place that names ways of paying: which ones are offered is the operator's choice at the provider. Which of
 * them wait for an answer: https://docs.stripe.com/payments/payment-methods#payment-notification
 */

/**
 * Debits, which the bank answers days after the buyer has agreed, weekends among them; meanwhile the payment is
 * `processing`. Bacs takes up to 7 business days, ACH 4 and SEPA 14 (docs.stripe.com/payments/bacs-debit,
 * /ach-direct-debit and /sources/sepa-debit, read on 2026-11-26); the other figures are estimates.
 */
const DEBIT_DAYS: Readonly<Record<string, number>> = {
	au_becs_debit: 5,
	bacs_debit: 11,
	nz_bank_account: 5,
	sepa_debit: 20,
	sofort: 20,
	us_bank_account: 6,
};

/**
 * What the buyer pays at a till, a machine or by a transfer of their own, or after two small deposits: the payment stays
 * open for days, whereas a quote ends after one. So they are never offered.
 */
const PAID_ELSEWHERE = [
	"acss_debit",
	"boleto",
	"customer_balance",
	"konbini",
	"multibanco",
	"oxxo",
];

/**
 * What can be authorised first, and captured or cancelled without a fee later.
 * https://docs.stripe.com/payments/place-a-hold-on-a-payment-method
 */
const AUTHORISABLE = [
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
] as const;

/**
 * The options of a payment that is authorised first, by the ways of paying that can be; the intent's own option would
 * hide the others.
 */
export const authoriseFirst = Object.fromEntries(
	AUTHORISABLE.map((method) => [method, { capture_method: "manual" as const }]),
);

/** What is not offered to buyers of a creator who takes bank debits, or does not. */
export const excludedMethods = (acceptsDelayed: boolean): string[] =>
	acceptsDelayed ? PAID_ELSEWHERE : [...PAID_ELSEWHERE, ...Object.keys(DEBIT_DAYS)];

/** Whether a bank answers days later. */
export const isDelayed = (method: string): boolean => Object.hasOwn(DEBIT_DAYS, method);

/** Until when the bank answers at the latest, in ms; null where that is not known. */
export function answeredBy(method: string, since: number): number | null {
	const days = DEBIT_DAYS[method];
	return days === undefined ? null : since + days * DAY_MS;
}

/** The longest that any of them takes, in ms. */
export const LONGEST_DEBIT_MS = Math.max(...Object.values(DEBIT_DAYS)) * DAY_MS;
