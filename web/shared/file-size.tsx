import { formatSize } from "../lib/i18n/format.ts";
import { classes } from "../ui/classes.ts";

export function FileSize({ bytes, className }: { bytes: number; className?: string }) {
	return (
		<span className={classes("tabular whitespace-nowrap", className)}>{formatSize(bytes)}</span>
	);
}
