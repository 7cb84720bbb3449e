import { lazy, Suspense, useState } from "react";
import type { Analytics } from "../../../worker/contract/pages/analytics.ts";
import { formatCents, formatDay, formatNumber } from "../../lib/i18n/format.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { Card } from "../../ui/card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { byWeek } from "./by-week.ts";
import { MEASURES, type Measure } from "./measures.ts";
import { useTexts } from "./texts.ts";

const BarChart = lazy(() => import("../../ui/bar-chart.tsx"));
/** More bars would be too thin. */
const MAX_BARS = 100;

/** Charts one measure by day or week; its table, for screen readers, has all measures. */
export function Trend({ days, measure }: { days: Analytics["days"]; measure: Measure }) {
	const t = useTexts();
	const currency = useCurrency();
	const [at, setAt] = useState<number | null>(null);
	const isWeekly = days.length > MAX_BARS;
	const bars = isWeekly ? byWeek(days) : days;
	const { of, format, name } = MEASURES[measure];
	const point = at === null ? undefined : bars[at];
	const total = days.reduce((sum, day) => sum + of(day), 0);
	const isMoney = measure === "earned";
	return (
		<Card aria-labelledby="trend-title">
			<header className="mb-4">
				<h2 id="trend-title" className="text-21">
					{t(name)} · {t(isWeekly ? "analytics.byWeek" : "analytics.byDay")}
				</h2>
				<p className="tabular text-muted">
					{point
						? t(isWeekly ? "analytics.weekPoint" : "analytics.point", {
								day: formatDay(point.day),
								value: format(of(point), currency),
							})
						: t("analytics.sum", { value: format(total, currency) })}
				</p>
			</header>
			<div className="relative h-56">
				<Suspense fallback={<Skeleton className="h-full" />}>
					<BarChart
						days={bars.map(({ day }) => day)}
						values={bars.map((day) => (isMoney ? of(day) / 100 : of(day)))}
						format={(value) =>
							isMoney ? formatCents(Math.round(value * 100), currency) : wholeOnly(value)
						}
						onPoint={setAt}
					/>
				</Suspense>
			</div>
			<p className="mt-3 text-13 text-muted">{t("analytics.utc")}</p>
			<Fold className="mt-1 text-13" summaryClass="text-muted" title={t("analytics.asTable")}>
				<DayTable days={bars} />
			</Fold>
		</Card>
	);
}

/** No half viewers on an axis. */
const wholeOnly = (value: number) => (Number.isInteger(value) ? formatNumber(value) : "");

function DayTable({ days }: { days: Analytics["days"] }) {
	const t = useTexts();
	const currency = useCurrency();
	const columns = Object.values(MEASURES);
	return (
		<table className="tabular mt-2 w-full max-w-2xl">
			<thead className="text-left text-muted">
				<tr>
					<th scope="col" className="py-1 font-medium">
						{t("analytics.day")}
					</th>
					{columns.map(({ name }) => (
						<th key={name} scope="col" className="py-1 ps-2 text-right align-bottom font-medium">
							{t(name)}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{days.toReversed().map((day) => (
					<tr key={day.day} className="border-line border-t">
						<th scope="row" className="py-1 text-left font-normal">
							{formatDay(day.day)}
						</th>
						{columns.map(({ name, of, format }) => (
							<td key={name} className="text-right">
								{format(of(day), currency)}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
