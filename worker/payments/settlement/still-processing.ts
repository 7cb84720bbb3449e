import type { ApiError } from "../../platform/errors.ts";
import { failure } from "../../platform/errors.ts";
import type { PaymentSnapshot } from "../../purchases/payment-snapshot.ts";

/**
 * The error of a payment that a bank still decides on. Its details say by when (ISO 8601); null if the bank is only
 * slow.
 */
export function stillProcessing({ answeredBy }: PaymentSnapshot): ApiError {
	const answerBy = answeredBy === null ? null : new Date(answeredBy).toISOString();
	return failure("payment.processing", { details: { answerBy } });
}
