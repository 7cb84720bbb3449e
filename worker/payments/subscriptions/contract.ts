/** The creator's own Pro subscription. */
export type SubscriptionStatus = {
	/** Pro is in force, also while a failed renewal can still be paid */
	subscribed: boolean;
	/** a first payment or a failed renewal is due, payable at `/subscribe` */
	needsPayment: boolean;
	/** the provider's status: none, incomplete, active, past_due, unpaid, canceling, canceled */
	status: string;
	/** when Pro ends or renews; if `past_due`, when it ends unless paid; null for none */
	endDate: string | null;
};
/** How to pay for Pro, or that it is in force already. */
export type CreateSubscriptionResponse =
	| {
			clientSecret: string;
	  }
	| {
			/** there is nothing to pay */
			message: "Already subscribed";
	  };
