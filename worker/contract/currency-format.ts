/** The options of a format for amounts of a currency: a plain `$` is the US dollar's alone. */
export const currencyOptions = (currency: string): Intl.NumberFormatOptions => ({
	style: "currency",
	currency,
	...(currency === "usd" && { currencyDisplay: "narrowSymbol" }),
});

/** A format for decimal numbers of a currency. */
export const currencyFormat = (locale: string, currency: string): Intl.NumberFormat =>
	new Intl.NumberFormat(locale, currencyOptions(currency));
