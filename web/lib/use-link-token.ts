import { useEffect, useState } from "react";

/**
 * The token of a link from a mail: `#token` or `?token=`. It is taken from the address at once, so
 * that it stays out of histories, screenshots and referrers. Null when there is none.
 */
export function useLinkToken(): string | null {
	const [token] = useState(() => {
		const query = new URLSearchParams(location.search).get("token");
		const hash = location.hash.slice(1);
		return query ?? (new URLSearchParams(hash).get("token") || hash || null);
	});
	useEffect(() => {
		if (token) history.replaceState(history.state, "", location.pathname);
	}, [token]);
	return token;
}
