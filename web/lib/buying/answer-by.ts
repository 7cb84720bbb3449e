import type { ApiFailure } from "../server/failure.ts";

/** When a bank decides on a payment that it processes (ISO 8601); null if the payment is only slow. */
export const answerBy = ({ details }: ApiFailure) => (details.answerBy ?? null) as string | null; // as the API describes it
