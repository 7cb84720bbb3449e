/** A plain `$` is reserved for the US dollar. */
export const currencyOptions = (currency: string): Intl.NumberFormatOptions => ({
	style: "currency",
	currency,
	...(currency === "usd" && { currencyDisplay: "narrowSymbol" }),
});

export const currencyFormat = (locale: string, currency: string): Intl.NumberFormat =>
	new Intl.NumberFormat(locale, currencyOptions(currency));
