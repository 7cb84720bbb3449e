import { DAY_MS } from "../../worker/contract/retention.ts";
import { CALM, ORDINARY, STORM, type Weather } from "./world/weather.ts";

export type Profile = {
	/** ms of simulated time until the faults end */
	time: number;
	creators: number;
	buyers: number;
	strangers: number;
	programs: number;
	/** deploys the present version over an older one half-way */
	deploys?: boolean;
	/** all shares sell single files */
	sellsFiles?: boolean;
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
	week: WEEK,
	month: { ...WEEK, time: 31 * DAY_MS, creators: 50, buyers: 1100 },
	storm: { ...WEEK, time: 2 * DAY_MS, creators: 10, buyers: 120, weather: STORM },
	hostile: { ...WEEK, time: 3 * DAY_MS, buyers: 120, strangers: 40 },
	deploy: { ...WEEK, time: 2 * DAY_MS, buyers: 120, deploys: true },
	galleries: {
		...WEEK,
		time: DAY_MS,
		creators: 6,
		buyers: 450,
		strangers: 1,
		sellsFiles: true,
	},
	/** two of these are part of `npm test` */
	short: { ...WEEK, time: 2 * DAY_MS, creators: 6, buyers: 60 },
	/** without faults, to separate defects of flows from those of repairs */
	calm: { ...WEEK, weather: CALM },
} satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;
