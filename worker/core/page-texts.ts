import { pages as de } from "../../locales/de/pages.ts";
import { consentTexts as deConsent } from "../../locales/de/withdrawal-consent.ts";
import { pages as en, type PageTexts } from "../../locales/en/pages.ts";
import {
	type ConsentTexts,
	consentTexts as enConsent,
} from "../../locales/en/withdrawal-consent.ts";
import { pages as es } from "../../locales/es/pages.ts";
import { consentTexts as esConsent } from "../../locales/es/withdrawal-consent.ts";
import type { Locale } from "../contract/locales.ts";

/** The texts of the Worker's own pages; a language that lacks one of them does not compile. */
export const PAGE_TEXTS: Readonly<Record<Locale, PageTexts>> = { en, es, de };

/** The version that is shown now. */
export const CONSENT_VERSION: keyof ConsentTexts = "2026-11";

/** What buyers agree to before they pay, in every version that was ever shown. */
const CONSENT_TEXTS: Readonly<Record<Locale, ConsentTexts>> = {
	en: enConsent,
	es: esConsent,
	de: deConsent,
};

/** Returns the text of a version, as it was shown; empty for one that never was. */
export function consentText(version: string, locale: Locale): string {
	const texts: Readonly<Record<string, string>> = CONSENT_TEXTS[locale];
	return texts[version] ?? "";
}
