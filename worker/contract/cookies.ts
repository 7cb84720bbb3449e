/** Cookies that scripts may read; they authorise nothing. */

export const LOCALE_COOKIE = "locale";
/** A session may exist, so it is worth fetching the user. */
export const SIGNED_IN_COOKIE = "signed_in";

/** Returns a cookie's value in a `Cookie` header or `document.cookie`; undefined without it. */
export function cookieValue(cookies: string | null, name: string): string | undefined {
	const pair = (cookies ?? "").split(";").find((one) => one.trim().startsWith(`${name}=`));
	return pair?.trim().slice(name.length + 1);
}
