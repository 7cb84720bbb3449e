/**
 * Every catalogue is compiled at build (tools/build/compiled-messages.ts), and all share one space of ids.
 * English is part of its feature's chunk; another language loads when it is first needed, and the hook
 * suspends until then. `{app}` is the product's name in every text.
 */
import { type ReactElement, type ReactNode, use, useMemo, useSyncExternalStore } from "react";
import { LOCALE_COOKIE } from "../../../worker/contract/cookies.ts";
import { chosenLocale, isLocale, type Locale } from "../../../worker/contract/locales.ts";
import { readCookies, storeCookie } from "../page/storage.ts";
import { APP_NAME } from "./app-name.ts";
import { Catalogues, type Messages } from "./messages.ts";
import { withElements } from "./rich-text.ts";

type Values = Record<string, string | number>;
type Texts = Record<string, string>;
export type Translate<T extends Texts> = {
	(id: keyof T & string, values?: Values): string;
	/** a text with markup: `<name>…</name>` is wrapped in the element of that name */
	rich: (
		id: keyof T & string,
		components: Record<string, ReactElement>,
		values?: Values,
	) => ReactNode;
};

const REMEMBERED_S = 365 * 24 * 60 * 60;

/** The language that the server chose for the document, by the same cookie or the browser's preferences. */
function initialLocale(): Locale {
	if (import.meta.env.SSR) return "en";
	const { lang } = document.documentElement;
	return chosenLocale(readCookies()) ?? (isLocale(lang) ? lang : "en");
}

/** Under which the build adds the loaders of a catalogue's translations, by language. */
export const TRANSLATIONS = Symbol.for("translations");

export const i18n = new Catalogues();
i18n.activate(initialLocale());
if (!import.meta.env.SSR) document.documentElement.lang = i18n.locale;

const languageOf = (path: string) => path.split("/").at(-2) ?? "";

/** Gives a server bundle its translations, by path. */
export function loadTranslations(catalogues: Readonly<Record<string, unknown>>): void {
	for (const [path, texts] of Object.entries(catalogues))
		i18n.load(languageOf(path), compiled(texts));
}

const startingTexts: Promise<void>[] = [];

/** Resolves once the texts that a document starts with are loaded; null if they already are. */
export function textsToWaitFor(): Promise<unknown> | null {
	return startingTexts.length > 0 ? Promise.allSettled(startingTexts) : null;
}

export function currentLocale(): string {
	return i18n.locale;
}

/** Rerenders its callers when another language is chosen. */
export function useLocale(): string {
	return useSyncExternalStore(onLocaleChange, currentLocale, currentLocale);
}

const onLocaleChange = (listener: () => void) => i18n.onChange(listener);

const loaders: ((locale: string) => Promise<void>)[] = [];
let wanted: Locale | null = null;

/** Switches once the texts are loaded: suspended parts of the page would remount and lose typed text. */
export async function chooseLocale(locale: Locale): Promise<void> {
	wanted = locale;
	storeCookie(`${LOCALE_COOKIE}=${locale}; path=/; max-age=${REMEMBERED_S}; samesite=lax`);
	if (locale !== "en") await Promise.allSettled(loaders.map((load) => load(locale)));
	// Another one may have been chosen in the meantime.
	if (wanted !== locale) return;
	document.documentElement.lang = locale;
	i18n.activate(locale);
	// The links that the Worker adds below the app.
	for (const link of document.querySelectorAll(`[data-${locale}]`))
		link.textContent = link.getAttribute(`data-${locale}`);
}

export function catalogue<T extends Texts>(
	english: T & { [TRANSLATIONS]?: Readonly<Record<string, () => Promise<unknown>>> },
): () => Translate<T> {
	i18n.load("en", compiled({ default: english }));
	const loading = new Map<string, Promise<void>>();
	const load = (locale: string) => {
		const known = loading.get(locale);
		if (known) return known;
		const begun = (
			english[TRANSLATIONS]?.[locale]?.() ?? Promise.reject(new Error(`No texts in ${locale}`))
		).then((texts) => {
			i18n.load(locale, compiled(texts));
			// React reads this mark on a promise and doesn't wait for it.
			Object.assign(begun, { status: "fulfilled", value: undefined });
		});
		loading.set(locale, begun);
		return begun;
	};
	if (!import.meta.env.SSR) loaders.push(load);
	if (!import.meta.env.SSR && i18n.locale !== "en") startingTexts.push(load(i18n.locale));
	return function useTexts() {
		const locale = useLocale();
		// Also when the texts are there: React repeats a suspended render and expects the same calls.
		if (!import.meta.env.SSR && locale !== "en") use(load(locale));
		// biome-ignore lint/correctness/useExhaustiveDependencies: a new language is a new function
		return useMemo(() => translator<T>(), [locale]);
	};
}

function translator<T extends Texts>(): Translate<T> {
	const translate = (id: keyof T & string, values?: Values) =>
		i18n.text(id, { app: APP_NAME, ...values });
	translate.rich = (
		id: keyof T & string,
		components: Record<string, ReactElement>,
		values?: Values,
	) => withElements(translate(id, values), components);
	return translate;
}

/** The build has compiled a catalogue's texts; the type checker sees any module. */
function compiled(module: unknown): Messages {
	return (module as { default: Messages }).default;
}
