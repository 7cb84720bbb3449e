import { useEffect, useState } from "react";

/** Reads a link's token without what a mail program took for a part of the link. Those of claims have two parts. */
export function readLinkToken({ search, hash }: Pick<Location, "search" | "hash">): string | null {
	const query = new URLSearchParams(search).get("token");
	const behind = hash.slice(1);
	const text = query ?? (new URLSearchParams(behind).get("token") || behind);
	return /^[\w-]+(?:\.[\w-]+)?/.exec(text)?.[0] ?? null;
}

/**
 * Returns the token of a mailed link: `#token` or `?token=`. It is removed from the address at once, so
 * that it appears in no history, screenshot or referrer. Null when there is none. Opening such a link
 * while the page is loaded only changes the hash; that is handled too.
 */
export function useLinkToken(): string | null {
	const [token, setToken] = useState(() => readLinkToken(location));
	useEffect(() => {
		const take = () => {
			const found = readLinkToken(location);
			if (!found) return;
			setToken(found);
			history.replaceState(history.state, "", location.pathname);
		};
		take();
		window.addEventListener("hashchange", take);
		return () => window.removeEventListener("hashchange", take);
	}, []);
	return token;
}
