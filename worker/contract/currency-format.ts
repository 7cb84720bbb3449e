/** The options of a format for amounts of a currency: a plain `$` is the US dollar's alone. */
export const currencyOptions = (currency: string): Intl.NumberFormatOptions => ({
	style: "currency",
	currency,
	currencyDisplay: currency === "usd" ? "narrowSymbol" : "symbol",
});

/** A format for decimal numbers of a currency. */
export const currencyFormat = (locale: string, currency: string): Intl.NumberFormat =>
	new Intl.NumberFormat(locale, currencyOptions(currency));

/** "$", "CA$" and "KWD", the sign of a currency or its code; with the display `name` "US dollars", for the middle of a sentence. */
export function currencyPart(locale: string, currency: string, display?: "name"): string {
	const options = { ...currencyOptions(currency), ...(display && { currencyDisplay: display }) };
	const parts = new Intl.NumberFormat(locale, options).formatToParts(2);
	return parts.find(({ type }) => type === "currency")?.value ?? "";
}
