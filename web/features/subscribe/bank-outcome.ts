/**
 * The provider's result of a payment for Pro that a bank's page had to confirm, such as `failed`; null if
 * the address doesn't come from there.
 */
export const bankOutcome = (search: string): string | null =>
	new URLSearchParams(search).get("redirect_status");
