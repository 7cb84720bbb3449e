/*
 * The browser's storage: access throws where cookies are blocked, in a sandboxed view, and where it is full. These
 * functions return undefined then.
 */

function attempt<T>(access: () => T): T | undefined {
	try {
		return access();
	} catch {
		return undefined;
	}
}

export const inLocalStorage = <T>(access: (storage: Storage) => T): T | undefined =>
	attempt(() => access(localStorage));

export const inSessionStorage = <T>(access: (storage: Storage) => T): T | undefined =>
	attempt(() => access(sessionStorage));

/** The cookies that scripts can read. */
export const readCookies = (): string => attempt(() => document.cookie) ?? "";

/** Stores a cookie, written as for `document.cookie`. */
export function storeCookie(cookie: string): void {
	attempt(() => {
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
		document.cookie = cookie;
	});
}

/** Opens a channel to this browser's other tabs, which is forbidden where storage is. */
export const openChannel = (name: string): BroadcastChannel | undefined =>
	attempt(() => new BroadcastChannel(name));
