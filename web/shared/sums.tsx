import type { Money as ShownMoney } from "../../worker/contract/money.ts";
import { classes } from "../ui/classes.ts";
import { Money } from "./money.tsx";

/** A sum with what is beside it in other currencies, each on its line; a sum of 0 is left out where there are others. */
export function Sums({
	amount,
	currency,
	others,
	className,
}: ShownMoney & {
	others: readonly ShownMoney[];
	className?: string;
}) {
	return (
		<span className="block">
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
