/** A plain `$` is reserved for the US dollar. */
export const currencyOptions = (currency: string): Intl.NumberFormatOptions => ({
	style: "currency",
	currency,
	...(currency === "usd" && { currencyDisplay: "narrowSymbol" }),
});

export const currencyFormat = (locale: string, currency: string): Intl.NumberFormat =>
	new Intl.NumberFormat(locale, currencyOptions(currency));

/**
 * Returns a currency's sign or code ("$", "CA$", "KWD"), or its name for the middle of a sentence ("US dollars").
 */
export function currencyPart(locale: string, currency: string, display?: "name"): string {
	const options = { ...currencyOptions(currency), ...(display && { currencyDisplay: display }) };
	const parts = new Intl.NumberFormat(locale, options).formatToParts(2);
	return parts.find(({ type }) => type === "currency")?.value ?? "";
}
