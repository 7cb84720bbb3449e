import { classes } from "./classes.ts";

/** From 0 to 1. Animates only the transform, so it stays smooth. */
export function Progress({
	value,
	label,
	className,
}: {
	value: number;
	label: string;
	className?: string;
}) {
	const share = Math.min(1, Math.max(0, value));
	return (
		<div
			role="progressbar"
			aria-label={label}
			aria-valuemin={0}
			aria-valuemax={100}
			aria-valuenow={Math.floor(share * 100)}
			className={classes("h-1.5 w-full overflow-hidden rounded-full bg-line", className)}
		>
			<div
				className="h-full w-full origin-left rounded-full bg-primary transition-transform duration-200 ease-out"
				style={{ transform: `scaleX(${share.toFixed(4)})` }}
			/>
		</div>
	);
}
