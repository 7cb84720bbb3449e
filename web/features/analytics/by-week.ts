import type { Counts } from "../../../worker/contract/pages/analytics.ts";

type Day = Counts & { day: string };
const WEEK = 7;

/** The last week ends with the last day; remaining days belong to the first week. */
export function byWeek(days: readonly Day[]): Day[] {
	const weeks: Day[] = [];
	const first = days.length % WEEK;
	days.forEach((day, at) => {
		const week = weeks.at(-1);
		if (!week || (at > first && (at - first) % WEEK === 0)) weeks.push({ ...day });
		else {
			week.views += day.views;
			week.begun += day.begun;
			week.paid += day.paid;
			week.earnedCents += day.earnedCents;
			week.netCents += day.netCents;
		}
	});
	return weeks;
}
