import type { ConsentTexts, PageTexts } from "../../locales/en/pages.ts";
import * as catalogues from "../../locales/index.ts";
import type { Locale } from "../contract/locales.ts";

type Texts = { readonly pages: PageTexts; readonly consentTexts: ConsentTexts };

/** A language without one of these texts doesn't compile. */
const TEXTS: Readonly<Record<Locale, Texts>> = catalogues;

/** Returns the texts of the Worker's own pages. */
export function pageTexts(locale: Locale): PageTexts {
	return TEXTS[locale].pages;
}

/** The version that is shown now. */
export const CONSENT_VERSION: keyof ConsentTexts = "2026-11";

/** Returns the text of a version as it was shown; empty for an unknown one. */
export function consentText(version: string, locale: Locale): string {
	const texts: Readonly<Record<string, string>> = TEXTS[locale].consentTexts;
	return texts[version] ?? "";
}
