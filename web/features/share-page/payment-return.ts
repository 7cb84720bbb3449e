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

export function returnIn(query: URLSearchParams) {
	const intent = query.get("payment_intent");
	if (!intent) return null;
	return {
		intent,
		status: query.get("redirect_status"),
		checkout: query.get("checkout"),
		items: query.get("items"),
	};
}
