import { cookieValue, LOCALE_COOKIE } from "./cookies.ts";

/**
 * The product's languages by their tags (BCP 47, written as `Intl.getCanonicalLocales` does) under their own
 * names. The first is the one all texts are written in.
 */
export const LOCALES = {
	en: "English",
	es: "Español",
	de: "Deutsch",
} as const;

export type Locale = keyof typeof LOCALES;

export function isLocale(text: string | null | undefined): text is Locale {
	return text != null && Object.hasOwn(LOCALES, text);
}

/**
 * Returns the best language for a tag, by the lookup of RFC 4647, section 3.4 ("de-AT" gets "de"); else the same
 * language elsewhere, such as "pt-BR" for "pt", preferably in the reader's script. Undefined if there is none.
 */
export function lookUp<Tag extends string>(wish: string, tags: readonly Tag[]): Tag | undefined {
	let preferred: Intl.Locale;
	try {
		preferred = new Intl.Locale(wish.trim());
	} catch {
		return undefined; // "*", or no tag
	}
	const own = tags.find((tag) => tag === preferred.baseName);
	if (own) return own;
	const full = preferred.maximize();
	const ranges = [`${preferred}-`, `${full}-`];
	const prefixes = tags.filter((tag) => ranges.some((range) => range.startsWith(`${tag}-`)));
	const longest = prefixes.toSorted((a, b) => b.length - a.length)[0];
	if (longest) return longest;
	const nearness = (tag: Tag) => {
		const { script, region } = new Intl.Locale(tag).maximize();
		return Number(script === full.script) * 2 + Number(region === full.region);
	};
	return tags
		.filter((tag) => new Intl.Locale(tag).language === full.language)
		.toSorted((a, b) => nearness(b) - nearness(a))[0];
}

const TAGS = Object.keys(LOCALES) as Locale[];

/** Returns the language of the first tag that has one; English if none has. */
export function localeOf(wishes: readonly string[]): Locale {
	for (const wish of wishes) {
		const found = lookUp(wish, TAGS);
		if (found) return found;
	}
	return "en";
}

/** Returns the language chosen in a `Cookie` header or `document.cookie`; undefined if none was chosen. */
export function chosenLocale(cookies: string | null): Locale | undefined {
	const value = cookieValue(cookies, LOCALE_COOKIE);
	return isLocale(value) ? value : undefined;
}

/** The `Vary` of responses in the request's language. */
export const VARY_LOCALE = "Cookie, Accept-Language";

/** Returns the language of a request: its cookie's, else the best of its `Accept-Language`. */
export function requestLocale(headers: { get(name: string): string | null }): Locale {
	const chosen = chosenLocale(headers.get("cookie"));
	if (chosen) return chosen;
	const wishes = (headers.get("accept-language") ?? "").split(",").map((wish) => {
		const [tag = "", ...parameters] = wish.split(";");
		const quality = parameters.find((parameter) => parameter.trim().startsWith("q="));
		return { tag, quality: quality ? Number(quality.trim().slice(2)) || 0 : 1 };
	});
	// RFC 9110, section 12.5.4: a weight of 0 means "not acceptable"; equal weights keep their order.
	const preferred = wishes
		.filter(({ quality }) => quality > 0)
		.sort((a, b) => b.quality - a.quality);
	return localeOf(preferred.map(({ tag }) => tag));
}
