/** The creator's own subscription of Pro. */
export type SubscriptionStatus = {
	/** Pro is in force; also while a failed renewal can still be paid */
	subscribed: boolean;
	/** a payment is due: the first one, or that of a failed renewal; `/subscribe` accepts it */
	needsPayment: boolean;
	/** the provider's status: none, incomplete, active, past_due, unpaid, canceling, canceled */
	status: string;
	/**
	 * when Pro ends or renews; in `past_due` when it ends unless the payment is made; ISO 8601 in UTC, null
	 * for none
	 */
	endDate: string | null;
};
/** How Pro is paid, or that it is in force already. */
export type CreateSubscriptionResponse =
	| {
			/** with it the browser confirms the payment at the provider */
			clientSecret: string;
	  }
	| {
			/** there is nothing to pay */
			message: "Already subscribed";
	  };
