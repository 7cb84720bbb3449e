import type { Currency } from "../../contract/money.ts";
/** One UTC day of a creator's metrics. */
export type DayMetrics = {
	/** YYYY-MM-DD */
	day: string;
	/** how many sales were paid */
	sales: number;
	/** their prices less refunds, in cents; only sales in the metrics' currency */
	earnedCents: number;
	views: number;
};
/** The response of `GET /api/dashboard`; the list of shares is a separate response. */
export type DashboardMetrics = {
	/** that of new shares and of the amounts here: ISO 4217, lower case */
	currency: Currency;
	/** the prices of completed purchases, less refunds */
	totalEarnings: string;
	/** the creator's earnings from all sales after fees, refunds and disputes, by the ledger; may be negative */
	netEarnings: string;
	/** the same in each other currency */
	otherEarnings: {
		currency: Currency;
		/** prices less refunds */
		total: string;
		/** the creator's earnings after fees; may be negative */
		net: string;
	}[];
	/** how many sales there are */
	filesSold: number;
	/** how often pages of shares were opened */
	totalViews: number;
	/** how many of `shares` are for sale */
	activeShares: number;
	/** how many shares there are */
	shares: number;
	/** the last 30 days, oldest first, without gaps */
	days: DayMetrics[];
};
