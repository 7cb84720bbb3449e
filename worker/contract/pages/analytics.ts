import * as z from "zod";
import { idField } from "../fields.ts";
import { CURRENCY_CODES, type Currency } from "../money.ts";

/** How many days the figures may cover: up to today, which is not over. */
export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];

export const analyticsQuery = z.strictObject({
	/** of one share instead of all */
	share: idField.optional(),
	/** of shares priced in it (ISO 4217, lower case); where not given, that of new shares, or of the one asked for */
	currency: z.enum(CURRENCY_CODES, "Choose one of the currencies").optional(),
	/** how many days up to today: 7, 30, 90 or 365 */
	days: z.coerce
		.number()
		.pipe(z.literal([...PERIODS]))
		.default(30),
});

/** Where viewers and buyers come from. */
export type Source =
	| {
			/** another site */
			kind: "host";
			/** its host, such as `example.com` */
			name: string;
	  }
	| {
			/** a link with `utm_…` parameters */
			kind: "utm";
			/** its `utm_source`; empty without one */
			name: string;
			medium: string;
			campaign: string;
	  }
	| {
			/** no page told that it had the link */
			kind: "direct";
	  }
	| {
			/** the creator's page here */
			kind: "page";
	  }
	| {
			/** too many different ones on a day */
			kind: "other";
	  }
	| {
			/** they ask not to be tracked */
			kind: "unrecorded";
	  };

/** What was counted. */
export type Counts = {
	/** how often pages of shares were opened */
	views: number;
	/** buyers who began to pay */
	begun: number;
	/** completed purchases, by the day they were paid; without refunded and disputed ones */
	paid: number;
	/** their prices less refunds, in cents */
	earnedCents: number;
	/**
	 * what the creator has of all sales paid then, after fees, with what refunded and disputed ones have cost, in
	 * cents; may be negative
	 */
	netCents: number;
};

/** The response of `GET /api/analytics`. Days are UTC, as YYYY-MM-DD. Lists are sorted by views. */
export type Analytics = {
	/** the share's title; null for all shares */
	title: string | null;
	/** in which the shares counted here are priced (ISO 4217, lower case) */
	currency: Currency;
	/** all in which the creator's shares are priced, that of new ones first */
	currencies: Currency[];
	/** the whole period */
	total: Counts;
	/** the period of the same length before */
	before: Counts;
	/** oldest first, without gaps */
	days: (Counts & {
		/** YYYY-MM-DD */
		day: string;
	})[];
	/** by where viewers come from; links with the same `utm_source` are one */
	sources: (Counts & {
		/** where they come from */
		source: Source;
	})[];
	/** links with `utm_…` parameters, each combination of them */
	campaigns: (Counts & {
		/** the parameters of the link */
		source: Source & { kind: "utm" };
	})[];
	/** by the country where viewers are */
	countries: (Counts & {
		/** ISO 3166, two letters; null where it is not known */
		country: string | null;
	})[];
	/** by share; empty where only one is asked for */
	shares: (Counts & { shareId: string; title: string })[];
};
