import { DAY_MS, HOUR_MS } from "../../worker/contract/retention.ts";
import { CALM, ORDINARY, STORM, type Weather } from "./world/weather.ts";

/** How many people do what, for how long, in which weather. */
export type Profile = {
	/** ms of simulated time, before the faults end */
	time: number;
	creators: number;
	buyers: number;
	strangers: number;
	programs: number;
	/** all buyers come within the last hour, to one share */
	isLaunch?: boolean;
	/** the Worker is deployed in the middle, from an older version to the present one */
	deploys?: boolean;
	weather: Weather;
};

const WEEK: Profile = {
	time: 7 * DAY_MS,
	creators: 10,
	buyers: 190,
	strangers: 2,
	programs: 1,
	weather: ORDINARY,
};

export const PROFILES = {
	/** an ordinary week */
	week: WEEK,
	/** a month of more people */
	month: { ...WEEK, time: 31 * DAY_MS, creators: 50, buyers: 1100 },
	/** ten thousand buyers of one share within an hour */
	launch: { ...WEEK, time: 6 * HOUR_MS, creators: 2, buyers: 10_000, strangers: 1, isLaunch: true },
	/** one call in five fails */
	storm: { ...WEEK, time: 2 * DAY_MS, creators: 10, buyers: 120, weather: STORM },
	/** many who attack */
	hostile: { ...WEEK, time: 3 * DAY_MS, buyers: 120, strangers: 40 },
	/** an old and a new version side by side */
	deploy: { ...WEEK, time: 2 * DAY_MS, buyers: 120, deploys: true },
	/** two of these are part of `npm test` */
	short: { ...WEEK, time: 2 * DAY_MS, creators: 6, buyers: 60 },
	/** no faults at all, to tell defects of the flows from those of their repair */
	calm: { ...WEEK, weather: CALM },
} satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;
