/**
 * Returns the provider's word on a payment for Pro that a bank's page had to confirm, such as `failed`; null where the
 * address does not come from there.
 */
export const bankOutcome = (search: string): string | null =>
	new URLSearchParams(search).get("redirect_status");
