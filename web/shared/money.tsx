import { formatMoney } from "../lib/i18n/format.ts";
import { classes } from "../ui/classes.ts";

/** Formats a price from the API's decimal string, in tabular figures. */
export function Money({ price, className }: { price: string; className?: string }) {
	return (
		<span className={classes("tabular whitespace-nowrap", className)}>{formatMoney(price)}</span>
	);
}
