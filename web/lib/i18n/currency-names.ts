import { currencyFormat } from "../../../worker/contract/currency-format.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { currentLocale } from "./i18n.ts";

/** "$", "€", "CA$" and "KWD": the sign of a currency, or its code where the language has no sign for it. */
export const currencySign = (currency: Currency) => currencyPart(currency);

/** "US dollars", "euros" and "Japanese yen", for the middle of a sentence */
export const currencyWords = (currency: string) =>
	currencyPart(currency, { currencyDisplay: "name" });

function currencyPart(currency: string, options?: Intl.NumberFormatOptions): string {
	const parts = currencyFormat(currentLocale(), currency, options).formatToParts(2);
	return parts.find(({ type }) => type === "currency")?.value ?? "";
}

/** "US Dollar", "Euro" and "Japanese Yen", for a list */
export const currencyName = (currency: Currency): string =>
	new Intl.DisplayNames([currentLocale()], { type: "currency" }).of(currency.toUpperCase()) ??
	currency.toUpperCase();
