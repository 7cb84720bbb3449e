import { DAY_MS } from "../contract/retention.ts";

/**
 * The only place that names payment methods; the operator chooses the offered ones at the provider.
 * https://docs.stripe.com/payments/payment-methods#payment-notification lists those that answer later.
 */

/**
 * Days until a bank answers a debit, including weekends; until then the payment is `processing`. Bacs takes up to 7
 * business days, ACH 4 and SEPA 14 (docs.stripe.com/payments/bacs-debit, /ach-direct-debit and /sources/sepa-debit,
 * read on 2026-11-26); the others are estimates.
 */
const DEBIT_DAYS: Readonly<Record<string, number>> = {
	au_becs_debit: 5,
	bacs_debit: 11,
	nz_bank_account: 5,
	sepa_debit: 20,
	sofort: 20,
	us_bank_account: 6,
};

/** Never offered: a quote ends after a day, but these may be paid days later, at a till for instance. */
const PAID_ELSEWHERE = "acss_debit boleto customer_balance konbini multibanco oxxo".split(" ");

/** Can be cancelled without a fee: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
const AUTHORISABLE =
	"affirm afterpay_clearpay alma amazon_pay billie card cashapp kakao_pay klarna kr_card link mobilepay naver_pay payco paypal revolut_pay samsung_pay satispay".split(
		" ",
	);

/** Set for each method, since the intent's own option would hide the other methods. */
export const authoriseFirst = Object.fromEntries(
	AUTHORISABLE.map((method) => [method, { capture_method: "manual" as const }]),
);

export const excludedMethods = (acceptsDelayed: boolean): string[] =>
	acceptsDelayed ? PAID_ELSEWHERE : [...PAID_ELSEWHERE, ...Object.keys(DEBIT_DAYS)];

export const isDelayed = (method: string): boolean => Object.hasOwn(DEBIT_DAYS, method);

/** In ms; null if unknown. */
export function answeredBy(method: string, since: number): number | null {
	const days = DEBIT_DAYS[method];
	return days === undefined ? null : since + days * DAY_MS;
}

export const LONGEST_DEBIT_MS = Math.max(...Object.values(DEBIT_DAYS)) * DAY_MS;
