import { useEffect, useState } from "react";
import { type PaymentReturn, returnIn } from "./payment-return.ts";

/** Reports a bank's return to the server. Without it, the webhook settles the payment. */
export function usePaymentReturn(query: URLSearchParams): PaymentReturn {
	const [back] = useState(() => returnIn(query));
	const [payment, setPayment] = useState<PaymentReturn>(() => {
		if (!back) return { step: "none" };
		return back.status === "failed" ? { step: "failed", items: back.items } : { step: "settling" };
	});
	useEffect(() => {
		if (!back) return;
		const over = new AbortController();
		// Keeps the secret out of the history.
		history.replaceState(history.state, "", location.pathname);
		// Most visits don't return from a payment. Without this part, the webhook opens the files.
		import("./follow-return.ts").then(
			({ followReturn }) => followReturn(back, setPayment, over.signal),
			() => setPayment((now) => (now.step === "settling" ? { step: "slow" } : now)),
		);
		return () => over.abort();
	}, [back]);
	return payment;
}
