export type SubscriptionStatus = {
	/** Pro is in force; also while a failed renewal can still be paid */
	subscribed: boolean;
	/** a payment is due: the first one, or that of a failed renewal; `/subscribe` accepts it */
	needsPayment: boolean;
	/** the provider's status: none, incomplete, active, past_due, unpaid, canceling, canceled */
	status: string;
	/** when Pro ends or renews; in `past_due` when it ends unless the payment is made */
	endDate: string | null;
};
export type CreateSubscriptionResponse =
	| { clientSecret: string }
	| { message: "Already subscribed" };
