import { useId, useState } from "react";
import type { Analytics } from "../../../worker/pages/analytics/contract.ts";
import { formatBps, formatCents } from "../../lib/i18n/format.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { classes } from "../../ui/classes.ts";
import { Breakdowns } from "./breakdowns.tsx";
import { MEASURES, type Measure, rateOf } from "./measures.ts";
import { useTexts } from "./texts.ts";
import { Trend } from "./trend.tsx";

const NAMES = Object.keys(MEASURES) as Measure[]; // keys of the table above

type Props = { data: Analytics; slug: string | null; isStale: boolean };

export function Figures({ data, slug, isStale }: Props) {
	const t = useTexts();
	const [chosen, setChosen] = useState<Measure>("views");
	const group = useId();
	return (
		<div
			aria-busy={isStale}
			className={classes("flex flex-col gap-6 transition-opacity", isStale && "opacity-60")}
		>
			<fieldset className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
				<legend className="sr-only">{t("analytics.figures")}</legend>
				{NAMES.map((name) => (
					<Tile
						key={name}
						group={group}
						name={name}
						data={data}
						isChosen={name === chosen}
						onChoose={() => setChosen(name)}
					/>
				))}
			</fieldset>
			<Trend days={data.days} measure={chosen} />
			<Breakdowns data={data} slug={slug} />
		</div>
	);
}

function Tile({
	group,
	name,
	data: { total, before },
	isChosen,
	onChoose,
}: {
	group: string;
	name: Measure;
	data: Analytics;
	isChosen: boolean;
	onChoose: () => void;
}) {
	const t = useTexts();
	const currency = useCurrency();
	const { of, format, name: label } = MEASURES[name];
	const note = () => {
		if (name === "views") return null;
		if (name === "earned")
			return total.paid === 0
				? t("analytics.noSales")
				: t("analytics.perSale", {
						amount: formatCents(Math.round(total.earnedCents / total.paid), currency),
						net: formatCents(total.netCents, currency),
					});
		const rate = rateOf(of(total), total.views);
		return rate === null ? t("analytics.noViewers") : t("analytics.ofViewers", { rate });
	};
	return (
		<label className="flex cursor-pointer flex-col bg-surface p-4 has-checked:shadow-[inset_0_3px_0_var(--color-primary)] has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:-outline-offset-2 sm:p-5">
			<input type="radio" name={group} className="sr-only" checked={isChosen} onChange={onChoose} />
			<span className={isChosen ? "font-medium text-ink" : "text-muted"}>{t(label)}</span>
			<span className="tabular mt-1 font-[650] font-display text-21 sm:text-28">
				{format(of(total), currency)}
			</span>
			<span className="tabular mt-1 text-13 text-muted">{note()}</span>
			<span className="tabular text-13 text-muted">
				<Change now={of(total)} before={of(before)} />
			</span>
		</label>
	);
}

function Change({ now, before }: { now: number; before: number }) {
	const t = useTexts();
	if (before === 0) return null;
	const percent = Math.round(((now - before) / before) * 100);
	const sign = percent > 0 ? "+" : "";
	return t("analytics.change", { change: `${sign}${formatBps(percent * 100)}` });
}
