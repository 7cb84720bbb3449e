/**
 * Texts, in every language of `LOCALES`.
 *
 * A feature keeps its English texts beside its code, message id to ICU text:
 *   web/features/upload/upload.messages.json   { "upload.files": "{n, plural, one {# file} other {# files}}" }
 * Every other language has a folder with files of the same names and ids; a test compares them:
 *   web/locales/es/upload.messages.json
 * Ids begin with the feature's name, because all catalogues share one space. One file binds them:
 *
 *   // web/features/upload/texts.ts
 *   import { catalogue } from "../../lib/i18n.ts";
 *   import en from "./upload.messages.json";
 *   export const useTexts = catalogue("upload", en);
 *
 * and components write
 *
 *   const t = useTexts();
 *   t("upload.files", { n: files.length })                             // a string
 *   t.rich("upload.agree", { terms: <a href={paths.terms} /> })        // "I accept the <terms>terms</terms>."
 *
 * English is part of the feature's chunk; another language loads when it is first needed (the hook
 * suspends meanwhile). Texts are compiled at build (dev/compiled-messages.ts): no parser in the
 * browser. Numbers, dates and money are formatted by lib/format.ts before they go into a text.
 * Sentences from the server arrive in English; show them through `fieldText` of server-texts.ts.
 */
import { type Messages, setupI18n } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react";
import { createElement, type ReactElement, type ReactNode, use, useMemo } from "react";
import { isLocale, LOCALES, type Locale, localeOf } from "../../worker/contract/locales.ts";

type Values = Record<string, string | number>;
type Texts = Record<string, string>;
export type Translate<T extends Texts> = {
	(id: keyof T & string, values?: Values): string;
	/** a text with markup: `<name>…</name>` is wrapped by the element of that name */
	rich: (
		id: keyof T & string,
		components: Record<string, ReactElement>,
		values?: Values,
	) => ReactNode;
};

const STORED = "locale";

const translations = import.meta.glob<{ default: Texts }>("../locales/*/*.messages.json");

function initialLocale(): Locale {
	const stored = localStorage.getItem(STORED);
	return isLocale(stored) ? stored : localeOf(navigator.languages);
}

/** The one instance; the provider in web/app gives it to React. */
export const i18n = setupI18n();
// A catalogue per language must be there before the language is made the active one.
for (const locale of Object.keys(LOCALES)) i18n.load(locale, {});
i18n.activate(initialLocale());
document.documentElement.lang = i18n.locale;

const startingTexts: Promise<void>[] = [];

/** Resolves when the texts that a document starts with are there; null when they are there already. */
export function textsToWaitFor(): Promise<unknown> | null {
	return startingTexts.length > 0 ? Promise.allSettled(startingTexts) : null;
}

/** The language in use, for `Intl`. */
export function currentLocale(): string {
	return i18n.locale;
}

/** Switches the language and remembers it. */
export function chooseLocale(locale: Locale): void {
	localStorage.setItem(STORED, locale);
	document.documentElement.lang = locale;
	i18n.activate(locale);
}

/** Binds a feature's catalogues and returns the hook that reads them; see the head of this file. */
export function catalogue<T extends Texts>(name: string, english: T): () => Translate<T> {
	i18n.load("en", compiled(english));
	const loading = new Map<string, Promise<void>>();
	const loaded = new Set(["en"]);
	const load = (locale: string) => {
		const known = loading.get(locale);
		if (known) return known;
		const file = translations[`../locales/${locale}/${name}.messages.json`];
		const begun = (file?.() ?? Promise.reject(new Error(`No ${name} texts in ${locale}`))).then(
			(texts) => {
				loaded.add(locale);
				i18n.load(locale, compiled(texts.default));
			},
		);
		loading.set(locale, begun);
		return begun;
	};
	if (i18n.locale !== "en") startingTexts.push(load(i18n.locale));
	return function useTexts() {
		const { i18n: active } = useLingui();
		const locale = active.locale;
		if (!loaded.has(locale)) use(load(locale));
		// biome-ignore lint/correctness/useExhaustiveDependencies: a new language is a new function
		return useMemo(() => translator<T>(), [locale]);
	};
}

function translator<T extends Texts>(): Translate<T> {
	const translate = (id: keyof T & string, values?: Values) => i18n._(id, values);
	translate.rich = (
		id: keyof T & string,
		components: Record<string, ReactElement>,
		values?: Values,
	) => createElement(Trans, { id, components, ...(values && { values }) });
	return translate;
}

/** The build has compiled the texts; to the type checker the JSON still holds strings. */
function compiled(texts: Texts): Messages {
	return texts as unknown as Messages;
}
