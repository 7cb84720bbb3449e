import type { ApiError } from "../../platform/errors.ts";
import { failure } from "../../platform/errors.ts";
import type { PaymentSnapshot } from "../../purchases/payment-snapshot.ts";

/** `answerBy` (ISO 8601) is when the bank decides at the latest; null if it is only slow. */
export function stillProcessing({ answeredBy }: PaymentSnapshot): ApiError {
	const answerBy = answeredBy === null ? null : new Date(answeredBy).toISOString();
	return failure("payment.processing", { details: { answerBy } });
}
