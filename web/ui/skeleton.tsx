import { classes } from "./classes.ts";

/** The shape of what will come; give it the size of the real thing. */
export function Skeleton({ className }: { className?: string }) {
	return (
		<span
			aria-hidden="true"
			className={classes("block animate-pulse rounded-control bg-line/70", className)}
		/>
	);
}
