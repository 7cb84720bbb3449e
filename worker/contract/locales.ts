/** The languages of the product, each by its own name. The first is the one all texts are written in. */
export const LOCALES = { en: "English", es: "Español", de: "Deutsch" } as const;

export type Locale = keyof typeof LOCALES;

/** True for the code of a language that the product has. */
export function isLocale(text: string | null | undefined): text is Locale {
	return text != null && Object.hasOwn(LOCALES, text);
}

/** The first language of the product among a reader's wishes, such as "de-AT"; English if there is none. */
export function localeOf(wishes: readonly string[]): Locale {
	return wishes.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find(isLocale) ?? "en";
}
