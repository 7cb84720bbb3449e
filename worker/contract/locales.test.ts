import { expect, it } from "vitest";
import { localeOf } from "./locales.ts";

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
