/** One UTC day of a creator's numbers. */
export type DayMetrics = {
	/** YYYY-MM-DD */
	day: string;
	sales: number;
	earnedCents: number;
	views: number;
};
/** What `GET /api/dashboard` answers beside the list of shares. */
export type DashboardMetrics = {
	/** decimal string: completed purchases' prices, less refunds */
	totalEarnings: string;
	filesSold: number;
	totalViews: number;
	activeShares: number;
	/** the last 30 days, oldest first, without gaps */
	days: DayMetrics[];
};
