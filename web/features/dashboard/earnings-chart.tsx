import { lazy, Suspense, useState } from "react";
import { METRIC_DAYS } from "../../../worker/contract/constants.ts";
import type { DayMetrics } from "../../../worker/contract/pages/dashboard.ts";
import { formatCents, formatDay, formatNumber } from "../../lib/i18n/format.ts";
import { useMetrics } from "../../lib/server/queries/shares.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { Card } from "../../ui/card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

const BarChart = lazy(() => import("../../ui/bar-chart.tsx"));

const SERIES = {
	earnings: { of: (day: DayMetrics) => day.earnedCents / 100, label: "dashboard.chartEarnings" },
	sales: { of: (day: DayMetrics) => day.sales, label: "dashboard.chartSales" },
	views: { of: (day: DayMetrics) => day.views, label: "dashboard.chartViews" },
} as const;
type SeriesName = keyof typeof SERIES;
const NAMES = Object.keys(SERIES) as SeriesName[]; // keys of the table above

/** A chart, with a table for screen readers. */
export function EarningsChart() {
	const t = useTexts();
	const currency = useCurrency();
	const { data } = useMetrics();
	const [name, setName] = useState<SeriesName>("earnings");
	const [at, setAt] = useState<number | null>(null);
	const series = SERIES[name];
	const labelOf = (one: SeriesName) =>
		one === "earnings" && data?.otherEarnings.length
			? `${t(SERIES[one].label)} (${currency.toUpperCase()})`
			: t(SERIES[one].label);
	const format = (value: number) =>
		name === "earnings" ? formatCents(Math.round(value * 100), currency) : formatNumber(value);
	const days = data?.days ?? [];
	const values = days.map(series.of);
	const total = values.reduce((sum, value) => sum + value, 0);
	// Creators who sold in another currency before aren't new.
	const isNew = data && total === 0 && data.otherEarnings.length === 0;
	const day = at === null ? undefined : days[at];
	const sum = day
		? t("dashboard.chartPoint", { day: formatDay(day.day), value: format(series.of(day)) })
		: t("dashboard.chartSum", { value: format(total) });
	return (
		<Card aria-labelledby="chart-title">
			<header className="mb-4 flex flex-wrap items-start justify-between gap-3">
				<div>
					<h2 id="chart-title" className="text-21">
						{t("dashboard.chartTitle", { days: METRIC_DAYS })}
					</h2>
					<p className="tabular text-muted">
						{data ? sum : <Skeleton className="inline-block h-4 w-32" />}
					</p>
				</div>
				<Segments
					legend={t("dashboard.chartOf")}
					segments={NAMES.map((value) => ({ value, label: labelOf(value) }))}
					chosen={name}
					onChoose={setName}
				/>
			</header>
			<div className="relative h-56">
				{data && (
					<Suspense fallback={<Skeleton className="h-full" />}>
						<BarChart
							days={days.map((one) => one.day)}
							values={values}
							format={format}
							onPoint={setAt}
						/>
					</Suspense>
				)}
				{isNew && (
					<p className="absolute inset-0 grid place-items-center pb-8 text-center text-muted">
						{t("dashboard.chartEmpty")}
					</p>
				)}
				{!data && <Skeleton className="h-full" />}
			</div>
			<Fold className="mt-3 text-13" summaryClass="text-muted" title={t("dashboard.chartTable")}>
				<table className="tabular mt-2 w-full max-w-xl">
					<thead className="text-left text-muted">
						<tr>
							<th scope="col" className="py-1 font-medium">
								{t("dashboard.day")}
							</th>
							{NAMES.map((one) => (
								<th key={one} scope="col" className="py-1 text-right font-medium">
									{labelOf(one)}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{days.map((one) => (
							<tr key={one.day} className="border-line border-t">
								<th scope="row" className="py-1 text-left font-normal">
									{formatDay(one.day)}
								</th>
								<td className="text-right">{formatCents(one.earnedCents, currency)}</td>
								<td className="text-right">{formatNumber(one.sales)}</td>
								<td className="text-right">{formatNumber(one.views)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</Fold>
		</Card>
	);
}
