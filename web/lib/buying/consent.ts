import type { Consent, ConsentAsked } from "../../../worker/customers/withdrawal/contract.ts";
import { ApiFailure } from "../server/failure.ts";

export function askedConsent(failure: unknown): ConsentAsked | null {
	if (!(failure instanceof ApiFailure) || failure.code !== "consent.required") return null;
	// Every server error with this code has it.
	return failure.details.consent as ConsentAsked;
}

export const consentTo = ({ version, locale }: ConsentAsked): Consent => ({ version, locale });
