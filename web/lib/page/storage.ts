/* Access to storage throws if cookies are blocked, in a sandboxed view, and if it is full: undefined then. */

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

export const readCookies = (): string => attempt(() => document.cookie) ?? "";

export function storeCookie(cookie: string): void {
	attempt(() => {
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
		document.cookie = cookie;
	});
}

/** Reaches this browser's other tabs; forbidden wherever storage is. */
export const openChannel = (name: string): BroadcastChannel | undefined =>
	attempt(() => new BroadcastChannel(name));
