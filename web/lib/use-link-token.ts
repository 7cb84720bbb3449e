import { useEffect, useState } from "react";

function tokenInAddress(): string | null {
	const query = new URLSearchParams(location.search).get("token");
	const hash = location.hash.slice(1);
	return query ?? (new URLSearchParams(hash).get("token") || hash || null);
}

/**
 * The token of a link from a mail: `#token` or `?token=`. It is taken from the address at once, so
 * that it stays out of histories, screenshots and referrers. Null when there is none. A link that
 * is opened while the page is there already only changes the hash; that counts too.
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
