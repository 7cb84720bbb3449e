import type { MailTexts } from "../../locales/en/mails.ts";
import * as catalogues from "../../locales/index.ts";
import { currencyFormat } from "../contract/currency-format.ts";
import { type Locale, localeOf } from "../contract/locales.ts";

export { operatorMails } from "../../locales/en/operator-mails.ts";

/** A language without one of the mails' texts doesn't compile. */
const TEXTS: Readonly<Record<Locale, { readonly mails: MailTexts }>> = catalogues;

export type MailLanguage = {
	readonly texts: MailTexts & { readonly layout: { readonly lang: Locale } };
	/** "$9.99" from cents of a currency */
	readonly money: (cents: number, currency: string) => string;
	/** "December 21, 2026" from ms, in UTC */
	readonly day: (ms: number) => string;
	/** "December 21, 2026 at 4:05 PM UTC" from ms */
	readonly moment: (ms: number) => string;
	/** "Germany" from "DE"; null for an unknown code */
	readonly country: (code: string) => string | null;
	/** "7 days" */
	readonly period: (count: number, unit: "day" | "hour" | "minute") => string;
};

const languages = new Map<Locale, MailLanguage>();

export function mailLanguage(reader: Locale): MailLanguage {
	// A stored language may have been removed, or merged into another one.
	const locale = localeOf([reader]);
	const language = languages.get(locale) ?? makeLanguage(locale);
	languages.set(locale, language);
	return language;
}

function makeLanguage(locale: Locale): MailLanguage {
	const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
	const time = new Intl.DateTimeFormat(locale, {
		dateStyle: "long",
		timeStyle: "short",
		timeZone: "UTC",
	});
	const { mails } = TEXTS[locale];
	return {
		texts: { ...mails, layout: { ...mails.layout, lang: locale } },
		money: (cents, currency) => currencyFormat(locale, currency).format(cents / 100),
		day: (ms) => date.format(ms),
		moment: (ms) => `${time.format(ms)} UTC`,
		country: (code) =>
			/^[A-Z]{2}$/.test(code)
				? (new Intl.DisplayNames(locale, { type: "region", fallback: "none" }).of(code) ?? null)
				: null,
		period: (count, unit) =>
			new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count),
	};
}
