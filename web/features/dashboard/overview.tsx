import { lazy, type ReactNode, Suspense, useState } from "react";
import { METRIC_DAYS } from "../../../worker/contract/constants.ts";
import type { DashboardMetrics, DayMetrics } from "../../../worker/pages/dashboard/contract.ts";
import { formatCents, formatDay, formatNumber, formatShortMoney } from "../../lib/i18n/format.ts";
import { formatSums } from "../../lib/i18n/format-sums.ts";
import { useMetrics } from "../../lib/server/queries/shares.ts";
import { Sums } from "../../shared/sums.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

const BarChart = lazy(() => import("../../ui/bar-chart.tsx"));

/** Earnings, sales and views in one band, at zero too; with a chart once there is something to draw. */
export function Overview() {
	const t = useTexts();
	const { data } = useMetrics();
	const others = data?.otherEarnings ?? [];
	const recent = (of: (day: DayMetrics) => number) => {
		const sum = data?.days.reduce((all, day) => all + of(day), 0) ?? 0;
		return sum > 0 && t("dashboard.lastDays", { n: formatNumber(sum), days: METRIC_DAYS });
	};
	return (
		<section
			aria-label={t("dashboard.metrics")}
			className="overflow-hidden rounded-card border border-line bg-surface"
		>
			<dl className="grid grid-cols-2 sm:grid-cols-3 sm:divide-x sm:divide-line">
				<Metric
					name={t("dashboard.totalEarnings")}
					className="max-sm:col-span-2 max-sm:border-line max-sm:border-b"
					value={
						data && (
							<Sums
								amount={data.totalEarnings}
								currency={data.currency}
								others={others.map(({ currency, total }) => ({ amount: total, currency }))}
							/>
						)
					}
					note={
						data?.filesSold
							? t("dashboard.youEarn", {
									amount: formatSums(
										data.netEarnings,
										data.currency,
										others.map(({ currency, net }) => ({ amount: net, currency })),
									),
								})
							: false
					}
				/>
				<Metric
					name={t("dashboard.filesSold")}
					className="max-sm:border-line max-sm:border-e"
					value={data && formatNumber(data.filesSold)}
					note={recent(({ sales }) => sales)}
				/>
				<Metric
					name={t("dashboard.totalViews")}
					value={data && formatNumber(data.totalViews)}
					note={recent(({ views }) => views)}
				/>
			</dl>
			{data && <Chart metrics={data} />}
		</section>
	);
}

function Metric({
	name,
	value,
	note,
	className,
}: {
	name: string;
	value: ReactNode;
	note: string | false;
	className?: string;
}) {
	return (
		<div className={`px-5 py-4 sm:px-6 ${className ?? ""}`}>
			<dt className="text-muted">{name}</dt>
			<dd>
				<span className="tabular mt-0.5 block font-[650] font-display text-28">
					{value ?? <Skeleton className="my-1 h-7 w-24" />}
				</span>
				{note && <span className="tabular block text-13 text-muted">{note}</span>}
			</dd>
		</div>
	);
}

/** Draws earnings, or views while nothing has been earned. */
function Chart({ metrics: { days, currency, otherEarnings } }: { metrics: DashboardMetrics }) {
	const t = useTexts();
	const [at, setAt] = useState<number | null>(null);
	const hasEarned = days.some(({ earnedCents }) => earnedCents > 0);
	if (!hasEarned && days.every(({ views }) => views === 0)) return null;
	const describe = (day: DayMetrics) =>
		[
			...(hasEarned ? [formatCents(day.earnedCents, currency)] : []),
			t("dashboard.salesCount", { n: day.sales }),
			t("dashboard.views", { n: day.views }),
		].join(" · ");
	const pointed = at === null ? undefined : days[at];
	const earnings = otherEarnings.length
		? `${t("dashboard.chartEarnings")} (${currency.toUpperCase()})`
		: t("dashboard.chartEarnings");
	return (
		<div className="border-line border-t px-5 pt-4 pb-3 sm:px-6">
			<p className="tabular flex flex-wrap justify-between gap-x-4 text-13 text-muted">
				<span>
					{hasEarned ? earnings : t("dashboard.chartViews")}
					{" · "}
					{t("dashboard.chartTitle", { days: METRIC_DAYS })}
				</span>
				{pointed && (
					<span>
						{formatDay(pointed.day)}
						{" · "}
						{describe(pointed)}
					</span>
				)}
			</p>
			<div className="mt-2 h-40">
				<Suspense fallback={<Skeleton className="h-full" />}>
					<BarChart
						days={days.map(({ day }) => day)}
						values={days.map((day) => (hasEarned ? day.earnedCents / 100 : day.views))}
						format={(value) =>
							hasEarned ? formatShortMoney(String(value), currency) : formatNumber(value)
						}
						onPoint={setAt}
					/>
				</Suspense>
			</div>
			<ul aria-label={t("dashboard.chartTitle", { days: METRIC_DAYS })} className="sr-only">
				{days.toReversed().map((day) => (
					<li key={day.day}>
						{formatDay(day.day)}: {describe(day)}
					</li>
				))}
			</ul>
		</div>
	);
}
