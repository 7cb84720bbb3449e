import type { ConsentTexts, PageTexts } from "../../locales/en/pages.ts";
import * as catalogues from "../../locales/index.ts";
import type { Locale } from "../contract/locales.ts";

type Texts = { readonly pages: PageTexts; readonly consentTexts: ConsentTexts };

/** A language without one of these texts doesn't compile. */
const TEXTS: Readonly<Record<Locale, Texts>> = catalogues;

export function pageTexts(locale: Locale): PageTexts {
	return TEXTS[locale].pages;
}

export const CONSENT_VERSION: keyof ConsentTexts = "2026-11";

/** Empty for an unknown version. */
export function consentText(version: string, locale: Locale): string {
	const texts: Readonly<Record<string, string>> = TEXTS[locale].consentTexts;
	return texts[version] ?? "";
}
