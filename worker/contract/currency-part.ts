import { currencyOptions } from "./currency-format.ts";

/** "$", "CA$" and "KWD", the sign of a currency or its code; with the display `name` "US dollars", for the middle of a sentence. */
export function currencyPart(locale: string, currency: string, display?: "name"): string {
	const options = { ...currencyOptions(currency), ...(display && { currencyDisplay: display }) };
	const parts = new Intl.NumberFormat(locale, options).formatToParts(2);
	return parts.find(({ type }) => type === "currency")?.value ?? "";
}
