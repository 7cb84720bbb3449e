import { lazy, Suspense, useId, useState } from "react";
import { formatDay } from "../lib/i18n/format.ts";
import { Card } from "../ui/card.tsx";
import { Fold } from "../ui/fold.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const BarChart = lazy(() => import("../ui/bar-chart.tsx"));

type Props<Day> = {
	title: string;
	/** YYYY-MM-DD, oldest first */
	days: readonly Day[];
	value: (day: Day) => number;
	format: (value: number) => string;
	sum: (day: Day | undefined) => string;
	note: string;
	table: {
		title: string;
		head: string;
		columns: readonly { head: string; cell: (day: Day) => string }[];
	};
};

export function DayChart<Day extends { day: string }>({
	title,
	days,
	value,
	format,
	sum,
	note,
	table,
}: Props<Day>) {
	const id = useId();
	const [at, setAt] = useState<number | null>(null);
	return (
		<Card aria-labelledby={id}>
			<h2 id={id} className="text-21">
				{title}
			</h2>
			<p className="tabular mb-4 text-muted">{sum(at === null ? undefined : days[at])}</p>
			<div className="h-56">
				<Suspense fallback={<Skeleton className="h-full" />}>
					<BarChart
						days={days.map(({ day }) => day)}
						values={days.map(value)}
						format={format}
						onPoint={setAt}
					/>
				</Suspense>
			</div>
			<p className="mt-3 text-13 text-muted">{note}</p>
			<Fold className="mt-2 text-13" summaryClass="text-muted" title={table.title}>
				<table className="tabular mt-2 w-full max-w-2xl">
					<thead className="text-left text-muted">
						<tr>
							<th scope="col" className="py-1 font-medium">
								{table.head}
							</th>
							{table.columns.map(({ head }) => (
								<th
									key={head}
									scope="col"
									className="py-1 ps-2 text-right align-bottom font-medium"
								>
									{head}
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
								{table.columns.map(({ head, cell }) => (
									<td key={head} className="text-right">
										{cell(day)}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</Fold>
		</Card>
	);
}
