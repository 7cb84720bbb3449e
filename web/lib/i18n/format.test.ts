import { afterAll, describe, expect, it } from "vitest";
import { CURRENCY_CODES } from "../../../worker/contract/money.ts";
import { formatCents, formatMoney, formatShortMoney } from "./format.ts";
import { i18n } from "./i18n.ts";

const { locale } = i18n;
afterAll(() => i18n.activate(locale));

/** With plain spaces: languages put non-breaking ones in different places. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("formatCents, formatMoney and formatShortMoney", () => {
	it.each([
		["en", "usd", "$1,234.50", "$24"],
		["en", "eur", "€1,234.50", "€24"],
		["en", "jpy", "¥1,235", "¥24"],
		["en", "kwd", "KWD 1,234.500", "KWD 24"],
		["en", "cad", "CA$1,234.50", "CA$24"],
		["de", "usd", "1.234,50 $", "24 $"],
		["de", "eur", "1.234,50 €", "24 €"],
		["de", "jpy", "1.235 ¥", "24 ¥"],
		["de", "kwd", "1.234,500 KWD", "24 KWD"],
		["de", "cad", "1.234,50 CA$", "24 CA$"],
		["es", "usd", "1234,50 $", "24 $"],
		["es", "eur", "1234,50 €", "24 €"],
		["es", "jpy", "1235 JPY", "24 JPY"],
		["es", "kwd", "1234,500 KWD", "24 KWD"],
		["es", "cad", "1234,50 CAD", "24 CAD"],
	] as const)("in %s and %s", (language, currency, exact, short) => {
		i18n.activate(language);
		expect(plain(formatCents(123_450, currency))).toBe(exact);
		expect(plain(formatMoney("1234.50", currency))).toBe(exact);
		expect(plain(formatShortMoney("24.00", currency))).toBe(short);
	});

	it.each(["en", "de", "es"])("leaves the plain dollar sign to the US dollar in %s", (language) => {
		i18n.activate(language);
		const isBare = (text: string) => /(?<![A-Z])\$/.test(text);
		const bare = CURRENCY_CODES.filter((currency) =>
			[
				formatCents(100_000, currency),
				formatMoney("1000.00", currency),
				formatShortMoney("1000.00", currency),
			].some(isBare),
		);
		expect(bare).toEqual(["usd"]);
	});
});
