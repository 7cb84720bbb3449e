/** One UTC day of a creator's metrics. */
export type DayMetrics = {
	/** YYYY-MM-DD */
	day: string;
	sales: number;
	earnedCents: number;
	views: number;
};
/** The response of `GET /api/dashboard`; the list of shares is a separate response. */
export type DashboardMetrics = {
	/** decimal string: completed purchases' prices, less refunds */
	totalEarnings: string;
	/**
	 * decimal string: what the creator has of all sales after fees, with what refunded and disputed ones have
	 * cost, by the ledger; may be negative
	 */
	netEarnings: string;
	filesSold: number;
	totalViews: number;
	/** those that are for sale, of all `shares` */
	activeShares: number;
	shares: number;
	/** the last `METRIC_DAYS` days, oldest first, without gaps */
	days: DayMetrics[];
};
