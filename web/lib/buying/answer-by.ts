import type { ApiFailure } from "../server/failure.ts";

/** By when a bank decides on a payment that is being processed (ISO 8601); null where it is only slow. */
export const answerBy = ({ details }: ApiFailure) => (details.answerBy ?? null) as string | null; // as the API describes it
