export type SubscriptionStatus = {
	subscribed: boolean;
	/** the provider's word: none, incomplete, active, past_due, canceling, canceled */
	status: string;
	/** when Pro ends or renews */
	endDate: string | null;
};
export type CreateSubscriptionAnswer = { clientSecret: string } | { message: "Already subscribed" };
