import { useEffect, useEffectEvent, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { formatDay } from "../lib/i18n/format.ts";
import { currentLocale } from "../lib/i18n/i18n.ts";
import { useColorScheme } from "../lib/page/theme.ts";

type Props = {
	/** YYYY-MM-DD, oldest first */
	days: readonly string[];
	values: readonly number[];
	format: (value: number) => string;
	onPoint: (index: number | null) => void;
};

function options({ days, format, onPoint }: Props, box: HTMLElement): uPlot.Options {
	const style = getComputedStyle(box);
	const tone = (name: string) => style.getPropertyValue(name).trim();
	const axis = {
		stroke: tone("--tone-muted"),
		font: `13px ${style.fontFamily}`,
		ticks: { show: false },
	};
	return {
		width: box.clientWidth,
		height: box.clientHeight,
		legend: { show: false },
		padding: [8, 4, 0, 0],
		cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
		scales: {
			x: { time: false, range: () => [-0.5, days.length - 0.5] },
			y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.08 : 1] },
		},
		series: [
			{},
			{
				fill: tone("--color-primary"),
				width: 0,
				paths: uPlot.paths.bars?.({ size: [0.62, 28], radius: 0.25 }) ?? (() => null),
				points: { show: false },
			},
		],
		axes: [
			{
				...axis,
				grid: { show: false },
				space: 72,
				size: 30,
				gap: 8,
				values: (_chart, marks) => marks.map((mark) => labelOf(days, mark)),
			},
			{
				...axis,
				size: ({ ctx }, marks) => {
					ctx.font = axis.font;
					const widths = (marks ?? []).map((mark) => ctx.measureText(mark).width);
					return Math.ceil(Math.max(...widths, 36)) + 14;
				},
				border: { show: false },
				grid: { stroke: tone("--color-base-300"), width: 1 },
				values: (_chart, marks) => marks.map(format),
			},
		],
		hooks: { setCursor: [(chart) => onPoint(chart.cursor.idx ?? null)] },
	};
}

function labelOf(days: readonly string[], mark: number): string {
	const day = Number.isInteger(mark) ? days[mark] : undefined;
	return day ? formatDay(day) : "";
}

/** Redrawn when the data, the theme, the language, the fonts or the width change. */
export default function BarChart(props: Props) {
	const box = useRef<HTMLDivElement>(null);
	const scheme = useColorScheme();
	const { values } = props;
	const draw = useEffectEvent(
		(element: HTMLElement) =>
			new uPlot(options(props, element), [values.map((_, i) => i), [...values]], element),
	);

	// biome-ignore lint/correctness/useExhaustiveDependencies: colours are read from the theme in force
	useEffect(() => {
		const element = box.current;
		if (!element) return;
		let chart = draw(element);
		const redraw = () => {
			chart.destroy();
			chart = draw(element);
		};
		const resize = new ResizeObserver(() =>
			chart.setSize({ width: element.clientWidth, height: element.clientHeight }),
		);
		resize.observe(element);
		// A canvas keeps the font it was drawn with.
		document.fonts.addEventListener("loadingdone", redraw);
		return () => {
			resize.disconnect();
			document.fonts.removeEventListener("loadingdone", redraw);
			chart.destroy();
		};
	}, [values.join(), scheme, currentLocale()]);

	return <div ref={box} aria-hidden="true" className="h-full" />;
}
