import { useState } from "react";
import { METRIC_DAYS } from "../../../worker/contract/constants.ts";
import type { DayMetrics } from "../../../worker/contract/pages/dashboard.ts";
import { formatCents, formatDay, formatNumber } from "../../lib/i18n/format.ts";
import { useMetrics } from "../../lib/server/queries/shares.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { DayChart } from "../../shared/day-chart.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useTexts } from "./texts.ts";

const SERIES = {
	earnings: { of: (day: DayMetrics) => day.earnedCents / 100, label: "dashboard.chartEarnings" },
	sales: { of: (day: DayMetrics) => day.sales, label: "dashboard.chartSales" },
	views: { of: (day: DayMetrics) => day.views, label: "dashboard.chartViews" },
} as const;
type SeriesName = keyof typeof SERIES;
const NAMES = Object.keys(SERIES) as SeriesName[]; // keys of the table above

export function EarningsChart() {
	const t = useTexts();
	const currency = useCurrency();
	const { data } = useMetrics();
	const [name, setName] = useState<SeriesName>("earnings");
	const { of } = SERIES[name];
	const labelOf = (one: SeriesName) =>
		one === "earnings" && data?.otherEarnings.length
			? `${t(SERIES[one].label)} (${currency.toUpperCase()})`
			: t(SERIES[one].label);
	const formatOf = (one: SeriesName) => (value: number) =>
		one === "earnings" ? formatCents(Math.round(value * 100), currency) : formatNumber(value);
	const format = formatOf(name);
	const total = data?.days.reduce((sum, day) => sum + of(day), 0) ?? 0;
	const isNew = data && total === 0 && data.otherEarnings.length === 0;
	return (
		<DayChart
			title={t("dashboard.chartTitle", { days: METRIC_DAYS })}
			days={data?.days}
			value={of}
			format={format}
			sum={(day) =>
				day
					? t("dashboard.chartPoint", { day: formatDay(day.day), value: format(of(day)) })
					: t("dashboard.chartSum", { value: format(total) })
			}
			action={
				<Segments
					legend={t("dashboard.chartOf")}
					segments={NAMES.map((value) => ({ value, label: labelOf(value) }))}
					chosen={name}
					onChoose={setName}
				/>
			}
			empty={isNew ? t("dashboard.chartEmpty") : undefined}
			table={{
				title: t("dashboard.chartTable"),
				head: t("dashboard.day"),
				columns: NAMES.map((one) => ({
					head: labelOf(one),
					cell: (day: DayMetrics) => formatOf(one)(SERIES[one].of(day)),
				})),
			}}
		/>
	);
}
