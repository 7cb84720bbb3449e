import { useEffect, useState } from "react";

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

export type Return = NonNullable<ReturnType<typeof returnIn>>;

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
