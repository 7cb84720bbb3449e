import { useCallback, useEffect, useState } from "react";

/** The result with which the bank's page redirected back: the payment passed, or it did not. */
export type BankReturn = "passed" | "failed";

/**
 * Returns the result in the address's query; null when the creator does not come from the bank's page.
 */
export function readBankReturn(search: string): BankReturn | null {
	const outcome = new URLSearchParams(search).get("redirect_status");
	if (outcome === null) return null;
	return outcome === "failed" ? "failed" : "passed";
}

/**
 * Returns the result of the bank's page, and a function that clears it. The parameters, which identify
 * the payment, are removed from the address once the page is shown. React may render a page more than
 * once before that, so rendering only reads. The server is asked in any case; this only decides what is
 * shown meanwhile.
 */
export function useBankReturn(): [BankReturn | null, () => void] {
	const [returned, setReturned] = useState(() => readBankReturn(location.search));
	useEffect(() => {
		if (readBankReturn(location.search) !== null)
			history.replaceState(history.state, "", location.pathname);
	}, []);
	return [returned, useCallback(() => setReturned(null), [])];
}
