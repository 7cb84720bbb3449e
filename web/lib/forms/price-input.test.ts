import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { i18n } from "../i18n/i18n.ts";
import {
	amountErrors,
	exampleAmount,
	hasDecimals,
	shownAmount,
	typedCents,
	worthAbout,
} from "./price-input.ts";

const { locale } = i18n;
beforeAll(() => i18n.activate("en"));
afterAll(() => i18n.activate(locale));

describe("typedCents", () => {
	it.each([
		["usd", "12.50", 1250],
		["usd", "12", 1200],
		["usd", "1.999", null],
		["usd", "9999999", null],
		["jpy", "500", 50_000],
		["jpy", "500.00", 50_000],
		["jpy", "500.50", null],
		["jpy", "99999999", 9_999_999_900],
		["jpy", "100000000", null],
		["kwd", "1.25", 125],
		["kwd", "99999.99", 9_999_999],
		["kwd", "100000", null],
	] as const)("in %s reads %s", (currency, text, cents) => {
		expect(typedCents(text, currency)).toBe(cents);
	});
});

it("shows amounts as a field has them", () => {
	expect(shownAmount(999, "usd")).toBe("9.99");
	expect(shownAmount(50_000, "jpy")).toBe("500");
	expect(hasDecimals("kwd")).toBe(true);
});

it.each([
	["en", "usd", 500, "5.00"],
	["en", "jpy", 100_000, "1000"],
	["de", "eur", 500, "5,00"],
	["es", "kwd", 500, "5,00"],
] as const)(
	"shows amounts as the reader types them in %s and %s",
	(language, currency, cents, text) => {
		i18n.activate(language);
		expect(exampleAmount(cents, currency)).toBe(text);
		i18n.activate("en");
	},
);

it("converts amounts to about the same worth", () => {
	expect(worthAbout(500, "usd")).toBe(500);
	expect(worthAbout(500, "eur")).toBe(500);
	expect(worthAbout(500, "jpy")).toBe(100_000);
	expect(worthAbout(999, "krw") % 100).toBe(0);
});

it("names what is wrong with the amounts of a form, by the field", () => {
	const whole = "Enter a whole amount: this currency has no decimals";
	expect(amountErrors({ price: "9.50", suggestedPrice: "20" }, "jpy")).toEqual({ price: whole });
	expect(amountErrors({ price: "9.50", suggestedPrice: "9999999" }, "eur")).toEqual({
		suggestedPrice: "Valid price is required",
	});
	// The schema reports text that isn't a number.
	expect(amountErrors({ price: "abc" }, "jpy")).toEqual({});
});
