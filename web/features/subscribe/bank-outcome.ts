/** The result of a payment that a bank's page confirmed, such as `failed`; null for other addresses. */
export const bankOutcome = (search: string): string | null =>
	new URLSearchParams(search).get("redirect_status");
