import { expect, it } from "vitest";
import { localeOf, requestLocale } from "./locales.ts";

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
