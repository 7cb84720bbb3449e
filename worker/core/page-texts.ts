import type { ConsentTexts, PageTexts } from "../../locales/en/pages.ts";
import * as catalogues from "../../locales/index.ts";
import type { Locale } from "../contract/locales.ts";

type Texts = { readonly pages: PageTexts; readonly consentTexts: ConsentTexts };

/** A language without one of these texts doesn't compile. */
const TEXTS: Readonly<Record<Locale, Texts>> = catalogues;

export function pageTexts(locale: Locale): PageTexts {
	return TEXTS[locale].pages;
}

/** The version shown now. */
export const CONSENT_VERSION: keyof ConsentTexts = "2026-11";

/** Returns a version's text; empty for an unknown one. */
export function consentText(version: string, locale: Locale): string {
	const texts: Readonly<Record<string, string>> = TEXTS[locale].consentTexts;
	return texts[version] ?? "";
}
