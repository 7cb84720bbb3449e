import { useEffect, useState } from "react";

function tokenInAddress(): string | null {
	const query = new URLSearchParams(location.search).get("token");
	const hash = location.hash.slice(1);
	return query ?? (new URLSearchParams(hash).get("token") || hash || null);
}

/**
 * Returns the token of a mailed link: `#token` or `?token=`. It is removed from the address at once, so
 * that it appears in no history, screenshot or referrer. Null when there is none. Opening such a link
 * while the page is loaded only changes the hash; that is handled too.
 */
export function useLinkToken(): string | null {
	const [token, setToken] = useState(tokenInAddress);
	useEffect(() => {
		const take = () => {
			const found = tokenInAddress();
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
