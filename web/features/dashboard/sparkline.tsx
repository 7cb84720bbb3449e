const WIDTH = 72;
const HEIGHT = 24;
const PAD = 2;

export function Sparkline({ values }: { values: readonly number[] }) {
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
