/**
 * Texts, in every language of the app.
 *
 * Each feature keeps two catalogues beside its code, message id to ICU text:
 *   `upload.messages.json`     { "upload.files": "{n, plural, one {# file} other {# files}}" }
 *   `upload.es.messages.json`  the same ids in Spanish (the compiler refuses a missing one)
 * Ids begin with the feature's name, because all catalogues share one space. One file binds them:
 *
 *   // web/features/upload/texts.ts
 *   import { catalogue } from "../../lib/i18n.ts";
 *   import en from "./upload.messages.json";
 *   export const useTexts = catalogue(en, () => import("./upload.es.messages.json"));
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
 * Sentences from the server arrive in English; show them through `serverText` of server-texts.ts.
 */
import { type Messages, setupI18n } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react";
import { createElement, type ReactElement, type ReactNode, use, useMemo } from "react";

export const LOCALES = { en: "English", es: "Español" } as const;
export type Locale = keyof typeof LOCALES;

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

function isLocale(text: string | null | undefined): text is Locale {
	return text != null && Object.hasOwn(LOCALES, text);
}

function initialLocale(): Locale {
	const stored = localStorage.getItem(STORED);
	if (isLocale(stored)) return stored;
	const wanted = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLocale);
	return wanted ?? "en";
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

/** Binds a feature's catalogues and answers the hook that reads them; see the head of this file. */
export function catalogue<T extends Texts>(
	english: T,
	spanish: () => Promise<{ default: { [id in keyof T]: string } }>,
): () => Translate<T> {
	i18n.load("en", compiled(english));
	let loading: Promise<void> | undefined;
	let isLoaded = false;
	const load = () => {
		loading ??= spanish().then((texts) => {
			isLoaded = true;
			i18n.load("es", compiled(texts.default));
		});
		return loading;
	};
	if (i18n.locale === "es") startingTexts.push(load());
	return function useTexts() {
		const { i18n: active } = useLingui();
		const locale = active.locale;
		if (locale === "es" && !isLoaded) use(load());
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
