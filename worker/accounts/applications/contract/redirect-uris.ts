const MAX_REDIRECT_URI = 500;

// Captures path and query without the port: a program listens on any free port (RFC 8252, 7.3).
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?].*)?)$/;
const HTTPS = /^https:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?(?:[/?].*)?$/i;
// A system knows an app by a reversed domain name (RFC 8252, 7.1), so the scheme has a dot.
const OF_APP = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:\/{1,2}[^/]/;
const PORT = /^https?:\/\/[^/?]*:(\d+)(?:[/?]|$)/i;
/** ASCII without spaces, backslashes and fragments. */
const PLAIN = /^[!-"$-[\]-~]+$/;

export const isLoopback = (uri: string): boolean => LOOPBACK.test(uri);

/**
 * Returns whether an application may send users to this address: an https page, a program on the same computer, or
 * an app by its own scheme; never with a fragment or user name.
 */
export const isRedirectUri = (uri: string): boolean =>
	uri.length <= MAX_REDIRECT_URI &&
	PLAIN.test(uri) &&
	[LOOPBACK, HTTPS, OF_APP].some((form) => form.test(uri)) &&
	Number(PORT.exec(uri)?.[1] ?? 0) <= 65535;

/** Returns whether a request's redirect URI is a registered one, ignoring a loopback's port. */
export function isSameRedirect(registered: string, given: string): boolean {
	if (registered === given) return isRedirectUri(given);
	const [one, other] = [LOOPBACK.exec(registered), LOOPBACK.exec(given)];
	if (!one || !other || !isRedirectUri(given)) return false;
	return one[1] === other[1] && one[2] === other[2];
}
