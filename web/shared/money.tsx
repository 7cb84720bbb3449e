import type { Currency } from "../../worker/contract/money.ts";
import { formatMoney } from "../lib/i18n/format.ts";
import { classes } from "../ui/classes.ts";

export function Money({
	price,
	currency,
	className,
}: {
	price: string;
	currency: Currency;
	className?: string;
}) {
	return (
		<span className={classes("tabular whitespace-nowrap", className)}>
			{formatMoney(price, currency)}
		</span>
	);
}
