import { formatSize } from "../lib/format.ts";
import { classes } from "./classes.ts";

/** A size from bytes, in numbers of equal width. */
export function FileSize({ bytes, className }: { bytes: number; className?: string }) {
	return (
		<span className={classes("tabular whitespace-nowrap", className)}>{formatSize(bytes)}</span>
	);
}
