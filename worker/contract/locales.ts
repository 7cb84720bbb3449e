import { cookieValue, LOCALE_COOKIE } from "./cookies.ts";

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

/** The language chosen in a `Cookie` header or `document.cookie`; undefined when none was chosen. */
export function chosenLocale(cookies: string | null): Locale | undefined {
	const value = cookieValue(cookies, LOCALE_COOKIE);
	return isLocale(value) ? value : undefined;
}

/** The language of a request: the one its cookie names, else the best of its `Accept-Language`. */
export function requestLocale(headers: { get(name: string): string | null }): Locale {
	const chosen = chosenLocale(headers.get("cookie"));
	if (chosen) return chosen;
	const wishes = (headers.get("accept-language") ?? "").split(",").map((wish) => {
		const [tag = "", ...parameters] = wish.split(";");
		const quality = parameters.find((parameter) => parameter.trim().startsWith("q="));
		return { tag, quality: quality ? Number(quality.trim().slice(2)) || 0 : 1 };
	});
	// RFC 9110, section 12.5.4: a weight of 0 means "not acceptable"; equal weights keep their order.
	const wanted = wishes.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
	return localeOf(wanted.map(({ tag }) => tag));
}
