import * as z from "zod";
import { idField } from "../../contract/fields.ts";
import { CURRENCY_CODES, type Currency } from "../../contract/money.ts";

/** How many days the figures may cover, including today. */
export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];

export const analyticsQuery = z.strictObject({
	/** only this share */
	share: idField.optional(),
	/**
	 * only shares priced in this currency (ISO 4217, lower case); by default that of new shares, or of the share
	 * asked for
	 */
	currency: z.enum(CURRENCY_CODES, "Choose one of the currencies").optional(),
	/** how many days up to today: 7, 30, 90 or 365 */
	days: z.coerce
		.number()
		.pipe(z.literal([...PERIODS]))
		.default(30),
});

export const analyticsCsvQuery = analyticsQuery.extend({
	/** a line for each day, share, source and country; or for each file of the share, since it was published */
	by: z.enum(["day", "file"]).default("day"),
});

/** How often a file was seen, liked and sold since its share was published. */
export type FileFigures = {
	id: string;
	name: string;
	/** the folder it is in; empty at the top */
	folderPath: string;
	/** browsers that opened it on the share's page */
	seen: number;
	/** browsers that gave it a heart */
	hearts: number;
	/** how often it was bought by itself, in any size, without refunds and disputes */
	sold: number;
};

/** Where visitors came from. */
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
			/** no page is known to have the link */
			kind: "direct";
	  }
	| {
			/** the creator's page here */
			kind: "page";
	  }
	| {
			/** beyond the sources counted per day */
			kind: "other";
	  }
	| {
			/** visitors who ask not to be tracked */
			kind: "unrecorded";
	  };

/** Counts of views and sales. */
export type Counts = {
	views: number;
	/** buyers who began to pay */
	begun: number;
	/** completed purchases by the day they were paid, without refunded and disputed ones */
	paid: number;
	/** their prices less refunds, in cents */
	earnedCents: number;
	/** the creator's earnings from sales paid then, after fees, refunds and disputes, in cents; may be negative */
	netCents: number;
};

/** The response of `GET /api/analytics`. Days are UTC, as YYYY-MM-DD. Lists are sorted by views. */
export type Analytics = {
	/** the share's title; null for all shares */
	title: string | null;
	/** the currency of the counted shares: ISO 4217, lower case */
	currency: Currency;
	/** the currencies of all of the creator's shares, that of new ones first */
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
	/** links with `utm_…` parameters, by each combination of them */
	campaigns: (Counts & {
		/** the parameters of the link */
		source: Source & { kind: "utm" };
	})[];
	/** by the viewers' country */
	countries: (Counts & {
		/** ISO 3166; null if unknown */
		country: string | null;
	})[];
	/**
	 * of the share asked for, if it sells single files or asks to choose: the hundred files that sold most; empty
	 * otherwise
	 */
	files: FileFigures[];
	/** by share; empty if only one is asked for */
	shares: (Counts & { shareId: string; title: string })[];
};
