import { useCallback, useEffect, useState } from "react";

/** How the bank's page sent the creator back: the payment passed, or it did not. */
export type BankReturn = "passed" | "failed";

/** What the query of the address says about the bank's page; null when the creator does not come from there. */
export function readBankReturn(search: string): BankReturn | null {
	const outcome = new URLSearchParams(search).get("redirect_status");
	if (outcome === null) return null;
	return outcome === "failed" ? "failed" : "passed";
}

/**
 * The return from the bank's page, and a function that forgets it. The parameters, which name the
 * payment, leave the address once the page is shown. React may render a page more than once before
 * that, so rendering only reads. The server is asked all the same; this only decides what is shown
 * meanwhile.
 */
export function useBankReturn(): [BankReturn | null, () => void] {
	const [returned, setReturned] = useState(() => readBankReturn(location.search));
	useEffect(() => {
		if (readBankReturn(location.search) !== null)
			history.replaceState(history.state, "", location.pathname);
	}, []);
	return [returned, useCallback(() => setReturned(null), [])];
}
