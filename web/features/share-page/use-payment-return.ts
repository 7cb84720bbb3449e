import { useEffect, useState } from "react";
import { paths } from "../../lib/addresses/paths.ts";
import { answerBy } from "../../lib/buying/answer-by.ts";
import { announcePurchase, storedBuyerEmail } from "../../lib/buying/purchase-events.ts";
import type { Outcome } from "../../lib/buying/record-payment.ts";
import { ApiFailure } from "../../lib/server/failure.ts";

/** `settling`, then `slow` once it takes longer than a buyer should wait. */
export type PaymentReturn =
	| { step: "none" | "settling" }
	/** `items`: the code of its single files; null for the whole share */
	| { step: "failed"; items: string | null }
	/** the page shows the files once it has loaded again */
	| { step: "paid" }
	/** `answerBy`: the bank's deadline (ISO 8601). `elsewhere`: in a banking app's own browser */
	| { step: "slow"; answerBy?: string | null; elsewhere?: boolean }
	| { step: "refunded" | "uncharged"; text: string };

/** Until the bank has answered, nothing can be bought twice. */
export const isConfirming = ({ step }: PaymentReturn): boolean =>
	step === "settling" || step === "slow" || step === "paid";

const TIMEOUT_MS = 90_000;
/** If nothing can be asked here: the browser that paid opens the files. */
const ELSEWHERE_MS = 15_000;

function returnIn(query: URLSearchParams) {
	const intent = query.get("payment_intent");
	if (!intent) return null;
	return {
		intent,
		status: query.get("redirect_status"),
		checkout: query.get("checkout"),
		items: query.get("items"),
	};
}

/** A program's checkout has its own price. */
function backToCheckout({ checkout }: { checkout: string | null }): void {
	if (checkout) location.replace(`${paths.checkout(checkout)}?failed`);
}

/** Most visits don't return from a payment. */
async function record(input: { paymentIntentId: string; buyerEmail: string }): Promise<Outcome> {
	const { recordPayment } = await import("../../lib/buying/record-payment.ts");
	return recordPayment(input, () => undefined);
}

function endOf(error: unknown, items: string | null): PaymentReturn {
	if (!(error instanceof ApiFailure)) throw error;
	if (error.code === "payment.not_succeeded") return { step: "failed", items };
	// The result is unknown, e.g. in another browser.
	return { step: "slow", answerBy: answerBy(error) };
}

/** Reports a bank's return to the server. Without it, the webhook settles the payment. */
export function usePaymentReturn(query: URLSearchParams): PaymentReturn {
	const [back] = useState(() => returnIn(query));
	const [payment, setPayment] = useState<PaymentReturn>(() => {
		if (!back) return { step: "none" };
		return back.status === "failed" ? { step: "failed", items: back.items } : { step: "settling" };
	});
	useEffect(() => {
		if (!back) return;
		// Keeps the secret out of the history.
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
			// Also reaches this page, which then shows the files.
			announcePurchase();
			report({ step: "paid" });
			if (back.checkout) location.assign(paths.checkout(back.checkout));
		};
		const buyerEmail = storedBuyerEmail(back.intent);
		if (buyerEmail)
			record({ paymentIntentId: back.intent, buyerEmail }).then(ended, (error: unknown) => {
				const end = endOf(error, back.items);
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
