import { failureText } from "../i18n/server-texts.ts";
import { ApiFailure, isTransient } from "../server/failure.ts";
import { paymentSuccess } from "../server/queries/checkout.ts";
import { answerBy } from "./answer-by.ts";

const RETRY_MS = 2_000;
const MAX_ATTEMPTS = 30;

/** The server's report, after it read the payment from the provider. */
export type Outcome =
	| { kind: "paid" }
	/** refunded automatically, or only authorised and then cancelled; `text` says why */
	| { kind: "refunded" | "uncharged"; text: string };

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Retries while the payment is being processed or the server is unavailable. @throws ApiFailure if it has
 * failed, or after a time limit.
 */
export async function recordPayment(
	input: { paymentIntentId: string; buyerEmail: string },
	onFailure: (failure: ApiFailure) => void,
): Promise<Outcome> {
	for (let round = 1; ; round++) {
		try {
			const { isPaid } = await paymentSuccess(input);
			if (isPaid) return { kind: "paid" };
		} catch (error) {
			if (!(error instanceof ApiFailure)) throw error;
			const { refunded } = error.details;
			if (typeof refunded === "boolean")
				return { kind: refunded ? "refunded" : "uncharged", text: failureText(error, "") };
			// No retries if the bank takes days.
			const isOpen = error.code === "payment.processing" ? !answerBy(error) : isTransient(error);
			if (!isOpen || round >= MAX_ATTEMPTS) throw error;
			if (round === 1) onFailure(error);
		}
		if (round >= MAX_ATTEMPTS)
			// The caller words the message.
			throw new ApiFailure(503, { code: "payment.processing", message: "" });
		await wait(RETRY_MS);
	}
}
