import { moneyFault } from "../../../worker/catalogue/shares/contract/pricing.ts";
import { centsOf, priceOf } from "../../../worker/contract/fields.ts";
import {
	CURRENCIES,
	type Currency,
	leastByCard,
	roundedTo,
} from "../../../worker/contract/money.ts";
import { localNumber, typedNumber } from "./typed-number.ts";

export const hasDecimals = (currency: Currency) => CURRENCIES[currency].step === 1;

/** "9.99", and "500" in yen: cents as a field shows them. */
export const shownAmount = (cents: number, currency: Currency) =>
	hasDecimals(currency) ? priceOf(cents) : String(cents / 100);

/** "5.00" or "5,00", and "500" in yen: cents as the reader would type them. */
export const exampleAmount = (cents: number, currency: Currency) =>
	localNumber(shownAmount(cents, currency));

/** Null if the currency has no such amount. */
export function typedCents(text: string, currency: Currency): number | null {
	const cents = centsOf(typedNumber(text, currency) ?? text);
	return cents === null || moneyFault(cents, currency) ? null : cents;
}

/** Converts US cents at a rough rate, taken from the cards' minimum charges. */
export const worthAbout = (usCents: number, currency: Currency) =>
	roundedTo((usCents / leastByCard("usd")) * leastByCard(currency), currency);

/** Null for a valid amount, and for text that isn't a number. */
export function amountFault(text: string, currency: Currency): string | null {
	const cents = centsOf(text);
	return cents === null ? null : moneyFault(cents, currency);
}

export function amountErrors(
	typed: { price?: unknown; suggestedPrice?: unknown },
	currency: Currency,
): Record<string, string> {
	const errors: Record<string, string> = {};
	for (const field of ["price", "suggestedPrice"] as const) {
		const fault = amountFault(String(typed[field] ?? ""), currency);
		if (fault) errors[field] = fault;
	}
	return errors;
}
