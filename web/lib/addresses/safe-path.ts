/**
 * Returns a path on this site from untrusted text, or null. `//host`, `/\host`, `https:` and control
 * characters (which browsers remove before parsing) lead to other sites and are refused.
 */
export function safePath(text: string | null | undefined): string | null {
	if (!text || !/^\/(?![/\\])/.test(text)) return null;
	for (const character of text) if (character < " " || character === "\u007f") return null;
	const base = "https://same.invalid";
	const url = URL.parse(text, base);
	// Removing dot segments may leave two leading slashes, which would be parsed as a host.
	if (url?.origin !== base || url.pathname.startsWith("//")) return null;
	return url.pathname + url.search + url.hash;
}

/** Returns a share id from untrusted text, or null. */
export function safeSlug(text: string | null | undefined): string | null {
	return text && /^[A-Za-z0-9_-]{8,64}$/.test(text) ? text : null;
}
