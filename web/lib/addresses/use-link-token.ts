import { useEffect, useState } from "react";

/** Ignores text that a mail program appended to the link by mistake. Tokens of claims have two parts. */
export function readLinkToken({ search, hash }: Pick<Location, "search" | "hash">): string | null {
	const query = new URLSearchParams(search).get("token");
	const behind = hash.slice(1);
	const text = query ?? (new URLSearchParams(behind).get("token") || behind);
	return /^[\w-]+(?:\.[\w-]+)?/.exec(text)?.[0] ?? null;
}

/** Removes the token from the address, so that it appears in no history, screenshot or referrer. */
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
