/** Returns a path on this site, or null: `//host`, `/\host`, `https:` and control characters lead elsewhere. */
export function safePath(text: string | null | undefined): string | null {
	if (!text || !/^\/(?![/\\])/.test(text)) return null;
	for (const character of text) if (character < " " || character === "\u007f") return null;
	const base = "https://same.invalid";
	const url = URL.parse(text, base);
	// Removing dot segments may leave two leading slashes, which would be parsed as a host.
	if (url?.origin !== base || url.pathname.startsWith("//")) return null;
	return url.pathname + url.search + url.hash;
}

export function safeSlug(text: string | null | undefined): string | null {
	return text && /^[A-Za-z0-9_-]{8,64}$/.test(text) ? text : null;
}
