import { useCallback, useEffect, useRef, useState } from "react";
import type {
	PaymentIntentAnswer,
	PaymentSuccessAnswer,
} from "../../../worker/contract/payments.ts";
import { call } from "../../lib/call.ts";
import { ApiFailure } from "../../lib/failure.ts";

const RETRY_MS = 2_000;
const ROUNDS = 30;

/** How a payment ended, as the server (which asks the provider) tells it. */
export type Outcome =
	| { kind: "paid" }
	/** the money goes back by itself; `text` says why */
	| { kind: "refunded"; text: string };

type Begun = { intent: PaymentIntentAnswer | null; failure: ApiFailure | null; retry: () => void };

/** Begins a card payment once the share is known to be for sale; repeating finds the same open one. */
export function useIntent(shareId: string, isWanted: boolean): Begun {
	const [intent, setIntent] = useState<PaymentIntentAnswer | null>(null);
	const [failure, setFailure] = useState<ApiFailure | null>(null);
	const isAsked = useRef(false);
	const begin = useCallback(() => {
		setFailure(null);
		call<PaymentIntentAnswer>("POST", "/api/create-payment-intent", { shareId }).then(
			setIntent,
			(error: unknown) => {
				if (!(error instanceof ApiFailure)) throw error;
				setFailure(error);
			},
		);
	}, [shareId]);
	useEffect(() => {
		if (!isWanted || isAsked.current) return;
		isAsked.current = true;
		begin();
	}, [isWanted, begin]);
	return { intent, failure, retry: begin };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Tells the server that the provider confirmed a payment, and asks again while it is still being
 * processed or the server cannot answer. `onTrouble` is called when the first attempt fails.
 * @throws ApiFailure when the payment is known not to have succeeded, or patience runs out.
 */
export async function recordPayment(
	input: { paymentIntentId: string; buyerEmail: string },
	onTrouble: (failure: ApiFailure) => void,
): Promise<Outcome> {
	for (let round = 1; ; round++) {
		try {
			const { isPaid } = await call<PaymentSuccessAnswer>("POST", "/api/payment-success", input);
			if (isPaid) return { kind: "paid" };
		} catch (error) {
			if (!(error instanceof ApiFailure)) throw error;
			if (error.details.refunded === true) return { kind: "refunded", text: error.text };
			const mayPass =
				error.code === "payment.processing" || error.status === 0 || error.status >= 500;
			if (!mayPass || round >= ROUNDS) throw error;
			if (round === 1) onTrouble(error);
		}
		if (round >= ROUNDS)
			throw new ApiFailure(503, { message: "The payment is still being processed." });
		await wait(RETRY_MS);
	}
}
