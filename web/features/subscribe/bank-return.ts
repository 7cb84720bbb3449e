/** How the bank's page sent the creator back: the payment passed, or it did not. */
export type BankReturn = "passed" | "failed";

/**
 * What the address says after the bank's page, once: the parameters, which name the payment, leave
 * the address with it. The server is asked all the same; this only decides what is shown meanwhile.
 */
export function takeBankReturn(
	place: Pick<Location, "search" | "pathname"> = location,
	past: Pick<History, "replaceState" | "state"> = history,
): BankReturn | null {
	const outcome = new URLSearchParams(place.search).get("redirect_status");
	if (outcome === null) return null;
	past.replaceState(past.state, "", place.pathname);
	return outcome === "failed" ? "failed" : "passed";
}
