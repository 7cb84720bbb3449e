import type { Currency } from "../money.ts";
/** One UTC day of a creator's metrics. */
export type DayMetrics = {
	/** YYYY-MM-DD */
	day: string;
	/** how many sales were paid */
	sales: number;
	/** their prices less refunds, in cents; of sales in the metrics' currency only */
	earnedCents: number;
	/** how often pages of shares were opened */
	views: number;
};
/** The response of `GET /api/dashboard`; the list of shares is a separate response. */
export type DashboardMetrics = {
	/** that of new shares (ISO 4217, lower case), in which the amounts here are */
	currency: Currency;
	/** completed purchases' prices, less refunds: a decimal string in that currency */
	totalEarnings: string;
	/**
	 * a decimal string in that currency: what the creator has of all sales after fees, with what refunded and disputed ones
	 * have cost, by the ledger; may be negative
	 */
	netEarnings: string;
	/** the same in each other currency that something was earned in */
	otherEarnings: {
		/** ISO 4217, lower case */
		currency: Currency;
		/** prices less refunds: a decimal string */
		total: string;
		/** what the creator has after fees: a decimal string, may be negative */
		net: string;
	}[];
	/** how many sales there are */
	filesSold: number;
	/** how often pages of shares were opened */
	totalViews: number;
	/** those that are for sale, of all `shares` */
	activeShares: number;
	/** how many shares there are */
	shares: number;
	/** the last 30 days, oldest first, without gaps */
	days: DayMetrics[];
};
