import type { Currency, Money as ShownSum } from "../../worker/contract/money.ts";
import { formatMoney } from "../lib/i18n/format.ts";
import { classes } from "../ui/classes.ts";

/** A sum with what is beside it in other currencies, each on its line; a sum of 0 is left out where there are others. */
export function Sums({
	amount,
	currency,
	others,
	className,
}: ShownSum & {
	others: readonly ShownSum[];
	className?: string;
}) {
	return (
		<span className="inline-block">
			{[{ amount, currency }, ...others]
				.filter((one) => Number(one.amount) !== 0 || others.length === 0)
				.map((one) => (
					<Money
						key={one.currency}
						price={one.amount}
						currency={one.currency}
						className={classes("block", className)}
					/>
				))}
		</span>
	);
}

/** Formats a price from the API's decimal string, in tabular figures. */
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
