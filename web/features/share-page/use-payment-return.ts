import { useEffect, useState } from "react";
import { paths } from "../../lib/addresses/paths.ts";
import { answerBy } from "../../lib/buying/answer-by.ts";
import { announcePurchase, storedBuyerEmail } from "../../lib/buying/purchase-events.ts";
import type { Outcome } from "../../lib/buying/record-payment.ts";
import { ApiFailure } from "../../lib/server/failure.ts";

/**
 * A payment after the return from the bank's page: `settling` at first, then `slow` once it takes longer
 * than a buyer should wait on the page.
 */
export type PaymentReturn =
	| { step: "none" | "settling" | "failed" }
	/**
	 * `answerBy`: the bank decides by then (ISO 8601). `elsewhere`: in a browser that knows nothing of the
	 * payment, since banking apps open one of their own
	 */
	| { step: "slow"; answerBy?: string | null; elsewhere?: boolean }
	/** `text` says why the payment is refunded, or was not charged */
	| { step: "refunded" | "uncharged"; text: string };

/** Nothing is bought twice while the bank has not answered. */
export const isConfirming = ({ step }: PaymentReturn): boolean =>
	step === "settling" || step === "slow";

const TIMEOUT_MS = 90_000;
/** The same where nothing can be asked: in the browser that has paid, the provider's own notice opens the files. */
const ELSEWHERE_MS = 15_000;

/** The return from a bank's page; null when there was none. */
function returnIn(query: URLSearchParams) {
	const intent = query.get("payment_intent");
	if (!intent) return null;
	return { intent, status: query.get("redirect_status"), checkout: query.get("checkout") };
}

/** A program's checkout is retried at its own price, not on the page of the share. */
function backToCheckout({ checkout }: { checkout: string | null }): void {
	if (checkout) location.replace(`${paths.checkout(checkout)}?failed`);
}

/** Loaded on demand: most visits don't return from a payment. */
async function record(input: { paymentIntentId: string; buyerEmail: string }): Promise<Outcome> {
	const { recordPayment } = await import("../../lib/buying/record-payment.ts");
	return recordPayment(input, () => undefined);
}

function endOf(error: unknown): PaymentReturn {
	if (!(error instanceof ApiFailure)) throw error;
	if (error.code === "payment.not_succeeded") return { step: "failed" };
	// Other errors leave the result unknown, e.g. in a browser that did not begin the payment.
	return { step: "slow", answerBy: answerBy(error) };
}

/**
 * Reports a return from the bank's page to the server, which reads the payment from the provider, and
 * returns whether the share is about to open. If these calls are lost, the webhook settles the payment all
 * the same.
 */
export function usePaymentReturn(query: URLSearchParams): PaymentReturn {
	const [back] = useState(() => returnIn(query));
	const [payment, setPayment] = useState<PaymentReturn>(() => {
		if (!back) return { step: "none" };
		return { step: back.status === "failed" ? "failed" : "settling" };
	});
	useEffect(() => {
		if (!back) return;
		// Keeps the secret out of the history and of copied links.
		history.replaceState(history.state, "", location.pathname);
		if (back.status === "failed") {
			backToCheckout(back);
			return;
		}
		let isShown = true;
		const report = (next: PaymentReturn) => {
			if (isShown) setPayment(next);
		};
		const ended = (outcome: Outcome) => {
			if (outcome.kind !== "paid") return report({ step: outcome.kind, text: outcome.text });
			// Notifies this page as well, which then shows the files.
			announcePurchase();
			if (back.checkout) location.assign(paths.checkout(back.checkout));
		};
		const buyerEmail = storedBuyerEmail(back.intent);
		if (buyerEmail)
			record({ paymentIntentId: back.intent, buyerEmail }).then(ended, (error: unknown) => {
				const end = endOf(error);
				report(end);
				if (end.step === "failed") backToCheckout(back);
			});
		const elsewhere = !buyerEmail;
		const timer = setTimeout(
			() => setPayment((now) => (now.step === "settling" ? { step: "slow", elsewhere } : now)),
			elsewhere ? ELSEWHERE_MS : TIMEOUT_MS,
		);
		return () => {
			isShown = false;
			clearTimeout(timer);
		};
	}, [back]);
	return payment;
}
