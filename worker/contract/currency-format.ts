/** A format for decimal numbers of a currency: a plain `$` is the US dollar's alone. */
export function currencyFormat(
	locale: string,
	currency: string,
	options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
	return new Intl.NumberFormat(locale, {
		style: "currency",
		currency,
		currencyDisplay: currency === "usd" ? "narrowSymbol" : "symbol",
		...options,
	});
}
