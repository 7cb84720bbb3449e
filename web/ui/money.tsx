import { formatMoney } from "../lib/format.ts";
import { classes } from "./classes.ts";

/** A price from the wire's decimal string, in numbers of equal width. */
export function Money({ price, className }: { price: string; className?: string }) {
	return (
		<span className={classes("tabular whitespace-nowrap", className)}>{formatMoney(price)}</span>
	);
}
