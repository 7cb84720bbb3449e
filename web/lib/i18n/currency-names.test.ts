import { afterAll, describe, expect, it } from "vitest";
import { CURRENCY_CODES } from "../../../worker/contract/money.ts";
import { currencySign, currencyWords } from "./currency-names.ts";
import { i18n } from "./i18n.ts";

const { locale } = i18n;
afterAll(() => i18n.activate(locale));

describe("currencySign and currencyWords", () => {
	it.each([
		["en", "usd", "$", "US dollars"],
		["en", "jpy", "¥", "Japanese yen"],
		["en", "cad", "CA$", "Canadian dollars"],
		["de", "eur", "€", "Euro"],
		["de", "kwd", "KWD", "Kuwait-Dinar"],
		["es", "eur", "€", "euros"],
		["es", "usd", "$", "dólares estadounidenses"],
	] as const)("in %s and %s", (language, currency, sign, words) => {
		i18n.activate(language);
		expect(currencySign(currency)).toBe(sign);
		expect(currencyWords(currency)).toBe(words);
	});

	it.each(["en", "de", "es"])("leaves the plain dollar sign to the US dollar in %s", (language) => {
		i18n.activate(language);
		expect(CURRENCY_CODES.filter((currency) => currencySign(currency) === "$")).toEqual(["usd"]);
	});
});
