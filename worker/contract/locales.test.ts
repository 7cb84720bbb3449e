import fc from "fast-check";
import { expect, it } from "vitest";
import { LOCALES, localeOf, lookUp, requestLocale } from "./locales.ts";

it.each([
	// RFC 4647, section 3.4: subtags are taken away from the end.
	["de-AT", ["en", "de"], "de"],
	["de-CH-1996", ["de", "de-CH"], "de-CH"],
	["zh-Hant-CN-x-private1-private2", ["zh", "zh-Hant"], "zh-Hant"],
	["pt-BR", ["en", "pt", "pt-BR"], "pt-BR"],
	["pt-BR", ["en", "pt"], "pt"],
	["PT-br", ["pt-BR"], "pt-BR"],
	// A prefix ends where a subtag does.
	["des", ["de"], undefined],
	["de", ["des"], undefined],
	// The same language elsewhere.
	["pt", ["en", "pt-BR"], "pt-BR"],
	["pt", ["pt-PT", "pt-BR"], "pt-BR"],
	["pt-PT", ["en", "pt-BR"], "pt-BR"],
	["es-MX", ["es-AR", "es-ES"], "es-AR"],
	// The script of a region.
	["zh-TW", ["zh-Hans", "zh-Hant"], "zh-Hant"],
	["zh-TW", ["zh-Hant", "zh-TW"], "zh-TW"],
	["zh-HK", ["zh", "zh-Hant"], "zh-Hant"],
	["zh-CN", ["zh-Hant", "zh-Hans"], "zh-Hans"],
	["zh", ["zh-Hant"], "zh-Hant"],
	["sr-ME", ["sr-Cyrl", "sr-Latn"], "sr-Latn"],
	// Tags that have another name now.
	["iw-IL", ["he"], "he"],
	["fr", ["en", "de"], undefined],
	["*", ["en"], undefined],
	["", ["en"], undefined],
	["de_AT", ["de"], undefined],
])("Of a reader of %j, %j finds %s", (wish, tags, found) => {
	expect(lookUp(wish, tags)).toBe(found);
});

const tag = fc
	.tuple(
		fc.constantFrom("de", "en", "es", "fil", "pt", "sr", "zh"),
		fc.constantFrom("", "-Hans", "-Hant", "-Latn", "-Cyrl"),
		fc.constantFrom("", "-AT", "-BR", "-TW", "-419"),
	)
	.map((subtags) => subtags.join(""));

it("finds a language that is there, any longer tag of it, and nothing for another language", () => {
	fc.assert(
		fc.property(
			tag,
			fc.uniqueArray(tag),
			fc.constantFrom("", "-x-mine", "-u-nu-latn"),
			(wish, tags, end) => {
				const found = lookUp(wish + end, tags);
				const language = (of: string) => of.split("-")[0];
				const isThere = tags.some((one) => language(one) === language(wish));
				expect(found !== undefined).toBe(isThere);
				if (found) expect(language(found)).toBe(language(wish));
				if (tags.includes(wish)) expect(found).toBe(wish);
			},
		),
	);
});

it("takes whatever a browser sends", () => {
	fc.assert(
		fc.property(fc.string(), (header) => {
			expect(LOCALES).toHaveProperty(requestLocale({ get: () => header }));
		}),
	);
});

it("uses canonical tags", () => {
	expect(Intl.getCanonicalLocales(Object.keys(LOCALES))).toEqual(Object.keys(LOCALES));
});

it.each([
	[["es-MX", "es;q=0.9", "en;q=0.8"], "es"],
	[["fr-FR", "en;q=0.7", "es;q=0.3"], "en"],
	[[" DE-at"], "de"],
	[["fr"], "en"],
	[[""], "en"],
	[[], "en"],
])("The language for %j is %s", (wishes, locale) => {
	expect(localeOf(wishes)).toBe(locale);
});

it.each([
	[{ cookie: "a=1; locale=de", "accept-language": "es" }, "de"],
	[{ cookie: "locale=xx", "accept-language": "es" }, "es"],
	[{ cookie: "mylocale=de" }, "en"],
	[{ "accept-language": "en;q=0.5, es;q=0.9, fr" }, "es"],
	[{ "accept-language": "de;q=0, es;q=0.1" }, "es"],
	[{ "accept-language": "de;q=high, es" }, "es"],
	[{}, "en"],
])("The language of a request with %j is %s", (headers, locale) => {
	expect(
		requestLocale({
			get: (name) => Object.entries(headers).find(([key]) => key === name)?.[1] ?? null,
		}),
	).toBe(locale);
});
