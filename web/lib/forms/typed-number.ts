import { CURRENCIES, type Currency } from "../../../worker/contract/money.ts";
import { currencySign } from "../i18n/currency-names.ts";
import { currentLocale } from "../i18n/i18n.ts";

export type Unit = Currency | "percent" | "count";

const PLAIN = /^(\d+)(?:[.,](\d{0,2}))?$/;
const GROUPED = /^([1-9]\d{0,2}(?:([ '.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,2}))?$/;
const INDIAN = /^([1-9]\d?(?:,\d{2})+,\d{3})()(?:\.(\d{1,2}))?$/;

/** "," in German and Spanish, "." in English. */
const decimalMark = () =>
	new Intl.NumberFormat(currentLocale()).format(1.5).includes(",") ? "," : ".";

/** "9,99" in German: a plain number as the reader types it. */
export const localNumber = (plain: string) =>
	/^\d+\.\d{1,2}$/.test(plain) ? plain.replace(".", decimalMark()) : plain;

/**
 * Reads "1 234,56" or "€1.234,56" as a plain number. Null if its meaning isn't certain: a foreign sign,
 * groups of other lengths, or three digits after the reader's decimal mark.
 */
export function typedNumber(typed: string, unit: Unit): string | null {
	const isCount = unit === "count";
	let text = typed
		// Amounts copied from elsewhere may contain invisible marks.
		.replace(/[\u061c\u200b\u200e\u200f\u2060]/g, "")
		.replace(/\s/g, " ")
		.replace(/[’‘ʼ′´]/g, "'")
		.trim()
		.toUpperCase();
	for (const symbol of isCount ? [] : unit === "percent" ? ["%"] : [currencySign(unit), unit]) {
		const upper = symbol.toUpperCase();
		if (text.startsWith(upper)) text = text.slice(upper.length).trim();
		else if (text.endsWith(upper)) text = text.slice(0, -upper.length).trim();
	}
	const plain = PLAIN.exec(text);
	if (plain) return plain[2] ? `${plain[1]}.${plain[2]}` : (plain[1] ?? null);
	const [, groups, mark, decimals] = GROUPED.exec(text) ?? INDIAN.exec(text) ?? [];
	if (!groups) return null;
	const isWhole = isCount || (unit !== "percent" && CURRENCIES[unit].step > 1);
	// "1,234" is a thousand in English only, unless there can be no decimals.
	if (!decimals && mark === decimalMark() && !isWhole && groups.split(mark).length === 2)
		return null;
	return groups.replace(/\D/g, "") + (decimals ? `.${decimals}` : "");
}
