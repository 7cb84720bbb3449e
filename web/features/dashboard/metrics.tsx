import type { ReactNode } from "react";
import { METRIC_DAYS } from "../../../worker/contract/constants.ts";
import type { DayMetrics } from "../../../worker/contract/pages/dashboard.ts";
import { formatNumber } from "../../lib/i18n/format.ts";
import { formatSums } from "../../lib/i18n/format-sums.ts";
import { useMetrics } from "../../lib/server/queries/shares.ts";
import { Sums } from "../../shared/sums.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

export function Metrics() {
	const t = useTexts();
	const { data } = useMetrics();
	const line = (of: (day: DayMetrics) => number) => data?.days.map(of) ?? [];
	const sum = (of: (day: DayMetrics) => number) => line(of).reduce((all, one) => all + one, 0);
	const earned = (day: DayMetrics) => day.earnedCents;
	const sales = (day: DayMetrics) => day.sales;
	const views = (day: DayMetrics) => day.views;
	return (
		<section aria-label={t("dashboard.metrics")}>
			<dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
				<Metric
					name={t("dashboard.totalEarnings")}
					value={
						data && (
							<Sums
								amount={data.totalEarnings}
								currency={data.currency}
								others={data.otherEarnings.map(({ currency, total }) => ({
									amount: total,
									currency,
								}))}
							/>
						)
					}
					note={
						data &&
						t("dashboard.afterFees", {
							amount: formatSums(
								data.netEarnings,
								data.currency,
								data.otherEarnings.map(({ currency, net }) => ({ amount: net, currency })),
							),
						})
					}
					line={line(earned)}
				/>
				<Metric
					name={t("dashboard.filesSold")}
					value={data && formatNumber(data.filesSold)}
					note={
						data &&
						t("dashboard.inSales", {
							days: METRIC_DAYS,
							n: data.filesSold,
							recent: formatNumber(sum(sales)),
						})
					}
					line={line(sales)}
				/>
				<Metric
					name={t("dashboard.totalViews")}
					value={data && formatNumber(data.totalViews)}
					note={t("dashboard.lastDays", { n: formatNumber(sum(views)), days: METRIC_DAYS })}
					line={line(views)}
				/>
				<Metric
					name={t("dashboard.activeShares")}
					value={data && formatNumber(data.activeShares)}
					note={t("dashboard.ofShares", { n: data?.shares ?? 0 })}
				/>
			</dl>
		</section>
	);
}

function Metric({
	name,
	value,
	note,
	line,
}: {
	name: string;
	value: ReactNode;
	note: ReactNode;
	line?: number[];
}) {
	return (
		<div className="flex flex-col bg-surface p-4 sm:p-5">
			<dt className="text-muted">{name}</dt>
			<dd className="mt-1">
				<span className="flex items-center justify-between gap-3">
					<span className="tabular block font-[650] font-display text-21 sm:text-28">
						{value ?? <Skeleton className="my-1 h-7 w-24" />}
					</span>
					{line && line.length > 1 && <Sparkline values={line} />}
				</span>
				<span className="tabular mt-1 block min-h-10 text-13 text-muted sm:min-h-5">
					{value === undefined ? <Skeleton className="h-4 w-20" /> : note}
				</span>
			</dd>
		</div>
	);
}

const WIDTH = 72;
const HEIGHT = 24;
const PAD = 2;

function Sparkline({ values }: { values: readonly number[] }) {
	const top = Math.max(...values, 1);
	const step = (WIDTH - 2 * PAD) / (values.length - 1);
	const points = values.map(
		(value, i) =>
			`${(PAD + i * step).toFixed(1)},${(HEIGHT - PAD - (value / top) * (HEIGHT - 2 * PAD)).toFixed(1)}`,
	);
	return (
		<svg
			aria-hidden="true"
			width={WIDTH}
			height={HEIGHT}
			viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
			className="text-primary max-sm:hidden"
		>
			<polyline
				points={points.join(" ")}
				fill="none"
				stroke="currentColor"
				strokeWidth="1.5"
				strokeLinejoin="round"
				strokeLinecap="round"
			/>
		</svg>
	);
}
