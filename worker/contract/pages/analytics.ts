import * as z from "zod";
import { idField } from "../fields.ts";

/** How many days the figures may cover: up to today, which is not over. */
export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];

export const analyticsQuery = z.strictObject({
	/** of one share instead of all */
	share: idField.optional(),
	days: z.coerce
		.number()
		.pipe(z.literal([...PERIODS]))
		.default(30),
});

/** Where viewers and buyers come from. */
export type Source =
	| { kind: "host"; name: string }
	/** what the link's `utm_…` parameters say; empty for those it has not */
	| { kind: "utm"; name: string; medium: string; campaign: string }
	/** no page told that it had the link */
	| { kind: "direct" }
	/** the creator's page here */
	| { kind: "page" }
	/** too many different ones on a day */
	| { kind: "other" }
	/** they ask not to be tracked */
	| { kind: "unrecorded" };

export type Counts = {
	views: number;
	/** buyers who began to pay */
	begun: number;
	/** completed purchases, by the day they were paid; without refunded and disputed ones */
	paid: number;
	/** their prices less refunds */
	earnedCents: number;
	/** what the creator has of all sales paid then, after fees, with what refunded and disputed ones have cost */
	netCents: number;
};

/** The response of `GET /api/analytics`. Days are UTC, as YYYY-MM-DD. Lists are sorted by views. */
export type Analytics = {
	/** the share's title; null for all shares */
	title: string | null;
	total: Counts;
	/** the period of the same length before */
	before: Counts;
	/** oldest first, without gaps */
	days: (Counts & { day: string })[];
	/** those of links with the same `utm_source` are one */
	sources: (Counts & { source: Source })[];
	/** links with `utm_…` parameters, each combination of them */
	campaigns: (Counts & { source: Source & { kind: "utm" } })[];
	/** ISO 3166; null where it is not known */
	countries: (Counts & { country: string | null })[];
	/** empty for one share */
	shares: (Counts & { shareId: string; title: string })[];
};
