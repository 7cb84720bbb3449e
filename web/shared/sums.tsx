import type { Money as ShownMoney } from "../../worker/contract/money.ts";
import { sumsBeside } from "../lib/i18n/format-sums.ts";
import { classes } from "../ui/classes.ts";
import { Money } from "./money.tsx";

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
			{sumsBeside(amount, currency, others).map((one) => (
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
