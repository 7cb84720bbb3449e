import type { Analytics, Counts } from "../../../worker/pages/analytics/contract.ts";
import { formatDay, formatNumber, formatShortMoney } from "../../lib/i18n/format.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { DayChart } from "../../shared/day-chart.tsx";
import { MEASURES, type Measure } from "./measures.ts";
import { useTexts } from "./texts.ts";

type Day = Counts & { day: string };
const MAX_BARS = 100;
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

export function Trend({ days, measure }: { days: Analytics["days"]; measure: Measure }) {
	const t = useTexts();
	const currency = useCurrency();
	const isWeekly = days.length > MAX_BARS;
	const { of, format, name } = MEASURES[measure];
	const total = days.reduce((sum, day) => sum + of(day), 0);
	const isMoney = measure === "earned";
	return (
		<DayChart
			title={t(isWeekly ? "analytics.byWeek" : "analytics.byDay", { name: t(name) })}
			days={isWeekly ? byWeek(days) : days}
			value={(day) => (isMoney ? of(day) / 100 : of(day))}
			format={(value) => (isMoney ? formatShortMoney(String(value), currency) : wholeOnly(value))}
			sum={(day) =>
				day
					? t(isWeekly ? "analytics.weekPoint" : "analytics.point", {
							day: formatDay(day.day),
							value: format(of(day), currency),
						})
					: t("analytics.sum", { value: format(total, currency) })
			}
			note={t("analytics.utc")}
			table={{
				title: t("analytics.asTable"),
				head: t("analytics.day"),
				columns: Object.values(MEASURES).map(({ name, of, format }) => ({
					head: t(name),
					cell: (day: Day) => format(of(day), currency),
				})),
			}}
		/>
	);
}

/** No half viewers on an axis. */
const wholeOnly = (value: number) => (Number.isInteger(value) ? formatNumber(value) : "");
