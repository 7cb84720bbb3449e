import type { Consent, ConsentAsked } from "../../../worker/contract/customers/withdrawal.ts";
import { ApiFailure } from "../server/failure.ts";

/** Returns the text that a refused payment asks the buyer to agree to; null for any other failure. */
export function askedConsent(failure: unknown): ConsentAsked | null {
	if (!(failure instanceof ApiFailure) || failure.code !== "consent.required") return null;
	// Every server error with this code has it.
	return failure.details.consent as ConsentAsked;
}

/** Names the text that the buyer agreed to. */
export const consentTo = ({ version, locale }: ConsentAsked): Consent => ({ version, locale });
