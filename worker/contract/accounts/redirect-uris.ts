/** The longest redirect URI, in characters. */
const MAX_REDIRECT_URI = 500;

// The path and the query, with the port apart: a program listens on the port that it gets (RFC 8252, 7.3).
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?].*)?)$/;
const HTTPS = /^https:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?(?:[/?].*)?$/i;
// A system knows an app by a domain's name reversed (RFC 8252, 7.1), so the scheme has a dot.
const OF_APP = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:\/{1,2}[^/]/;
const PORT = /^https?:\/\/[^/?]*:(\d+)(?:[/?]|$)/i;
/** ASCII without spaces, backslashes and fragments. */
const PLAIN = /^[!-"$-[\]-~]+$/;

/** Whether a redirect URI leads to a program on the reader's own computer. */
export const isLoopback = (uri: string): boolean => LOOPBACK.test(uri);

/**
 * Whether an application may have its users sent to this address: a page by https, a program on the same
 * computer, or an app by a scheme of its own. Never with a fragment or a user's name.
 */
export const isRedirectUri = (uri: string): boolean =>
	uri.length <= MAX_REDIRECT_URI &&
	PLAIN.test(uri) &&
	[LOOPBACK, HTTPS, OF_APP].some((form) => form.test(uri)) &&
	Number(PORT.exec(uri)?.[1] ?? 0) <= 65535;

/** Whether the redirect URI of a request is a registered one: the same text, but for the port of a loopback. */
export function isSameRedirect(registered: string, given: string): boolean {
	if (registered === given) return isRedirectUri(given);
	const [one, other] = [LOOPBACK.exec(registered), LOOPBACK.exec(given)];
	if (!one || !other || !isRedirectUri(given)) return false;
	return one[1] === other[1] && one[2] === other[2];
}
