import { currencyPart } from "../../../worker/contract/currency-format.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { currentLocale } from "./i18n.ts";

/** "$", "€", "CA$" and "KWD": the code if the language has no sign for the currency. */
export const currencySign = (currency: Currency) => currencyPart(currentLocale(), currency);

/** "US dollars", "euros" and "Japanese yen", for the middle of a sentence */
export const currencyWords = (currency: string) => currencyPart(currentLocale(), currency, "name");

/** "US Dollar", "Euro" and "Japanese Yen", for a list */
export const currencyName = (currency: Currency): string =>
	new Intl.DisplayNames([currentLocale()], { type: "currency" }).of(currency.toUpperCase()) ??
	currency.toUpperCase();
