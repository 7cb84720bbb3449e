export type SubscriptionStatus = {
	/** Pro is in force; also while a renewal that failed may still be paid */
	subscribed: boolean;
	/** a payment waits: the first one, or that of a renewal which failed; `/subscribe` takes it */
	needsPayment: boolean;
	/** the provider's word: none, incomplete, active, past_due, unpaid, canceling, canceled */
	status: string;
	/** when Pro ends or renews; in `past_due` when it ends unless the payment is made */
	endDate: string | null;
};
export type CreateSubscriptionResponse =
	| { clientSecret: string }
	| { message: "Already subscribed" };
