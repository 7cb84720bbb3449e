import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { CURRENCY_CODES } from "../../../worker/contract/money.ts";
import { i18n } from "../i18n/i18n.ts";
import { localNumber, typedNumber, type Unit } from "./typed-number.ts";

const { locale } = i18n;
afterEach(() => i18n.activate(locale));

describe("typedNumber", () => {
	it.each([
		["12", "12"],
		["12.5", "12.5"],
		["12,50", "12.50"],
		["12.", "12"],
		["1 234,56", "1234.56"],
		["1\u00a0234,56", "1234.56"],
		["1\u202f234,56", "1234.56"],
		["1\u2009234.56", "1234.56"],
		["1\u2007234", "1234"],
		["1'234.56", "1234.56"],
		["1’234.56", "1234.56"],
		["1.234,56", "1234.56"],
		["1,234.56", "1234.56"],
		["1.234.567", "1234567"],
		["1,234,567.8", "1234567.8"],
		["1,23,456.50", "123456.50"],
		["\u200e 1234 \u200f", "1234"],
		["$1,234.56", "1234.56"],
		["1.234,56 $", "1234.56"],
		["usd 12", "12"],
		["USD\u00a012.00", "12.00"],
	])("reads %j in dollars as %s in every language", (typed, plain) => {
		for (const language of ["en", "de", "es"]) {
			i18n.activate(language);
			expect(typedNumber(typed, "usd"), language).toBe(plain);
		}
	});

	it.each([
		"",
		"-5",
		"+5",
		"12 50",
		"1 23",
		"1,2345",
		"1.2.3",
		"0,123",
		"1 234 56",
		"1'234,567",
		"1,234.567",
	])("refuses %j", (typed) => {
		for (const language of ["en", "de"]) {
			i18n.activate(language);
			expect(typedNumber(typed, "usd"), language).toBeNull();
		}
	});

	it.each([
		"€12",
		"12 EUR",
		"12k",
		"1e3",
		"0x10",
		"½",
		"5²",
		"12 $ each",
		"$$5",
		".5",
		"1,234,56",
		"1 234'567",
	])("refuses %j, which isn't an amount in dollars", (typed) => {
		expect(typedNumber(typed, "usd")).toBeNull();
	});

	it.each([
		["en", "usd", "1,234", "1234"],
		["en", "usd", "1.234", null],
		["de", "eur", "1.234", "1234"],
		["de", "eur", "1,234", null],
		["es", "kwd", "1,234", null],
		["en", "jpy", "1.234", "1234"],
		["de", "jpy", "¥1,234", "1234"],
		["de", "count", "1,000", "1000"],
		["en", "count", "1.000", "1000"],
		["en", "percent", "12,5 %", "12.5"],
		["en", "percent", "1.234", null],
		["de", "eur", "1.234,50 €", "1234.50"],
		["en", "cad", "CA$5", "5"],
	] as const)("reads a number in %s and %s: %s", (language, unit, typed, plain) => {
		i18n.activate(language);
		expect(typedNumber(typed, unit)).toBe(plain);
	});

	const anyUnit = fc.constantFrom<Unit>(...CURRENCY_CODES, "percent", "count");
	const anyLanguage = fc.constantFrom("en", "de", "es");
	const anyCents = fc.integer({ min: 0, max: 9_999_999_999 });

	it("reads amounts as the languages of the world write them", () => {
		const writers = ["en", "de", "es", "fr", "de-CH", "pt-BR", "en-IN", "pl", "sv"];
		fc.assert(
			fc.property(anyLanguage, fc.constantFrom(...writers), anyCents, (language, writer, cents) => {
				i18n.activate(language);
				const written = new Intl.NumberFormat(writer, { minimumFractionDigits: 2 });
				expect(typedNumber(written.format(cents / 100), "usd")).toBe((cents / 100).toFixed(2));
			}),
		);
	});

	it("changes no number that it has read, nor how the field shows it", () => {
		fc.assert(
			fc.property(anyLanguage, anyUnit, anyCents, (language, unit, cents) => {
				i18n.activate(language);
				for (const plain of [String(cents), (cents / 100).toFixed(2), (cents / 10).toFixed(1)]) {
					expect(typedNumber(plain, unit)).toBe(plain);
					expect(typedNumber(localNumber(plain), unit)).toBe(plain);
				}
			}),
		);
	});

	it("never reads a number of other digits than were typed", () => {
		const typing = fc.string({
			unit: fc.constantFrom(..."0123456789., '’$€-\u00a0"),
			maxLength: 12,
		});
		fc.assert(
			fc.property(anyLanguage, typing, (language, typed) => {
				i18n.activate(language);
				const plain = typedNumber(typed, "usd");
				if (plain !== null) expect(plain.replace(".", "")).toBe(typed.replaceAll(/\D/g, ""));
			}),
		);
	});
});
