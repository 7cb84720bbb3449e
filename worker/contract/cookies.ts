/** The cookies that scripts may read; they authorise nothing. */

/** The language that a reader has chosen. */
export const LOCALE_COOKIE = "locale";
/** A session may exist, so fetching the user is worthwhile. Set beside the session; identifies nobody. */
export const SIGNED_IN_COOKIE = "signed_in";

/** A cookie's value in a `Cookie` header or `document.cookie`; undefined when it is not there. */
export function cookieValue(cookies: string | null, name: string): string | undefined {
	const pair = (cookies ?? "").split(";").find((one) => one.trim().startsWith(`${name}=`));
	return pair?.trim().slice(name.length + 1);
}
