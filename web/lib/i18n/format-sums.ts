import type { Currency, Money } from "../../../worker/contract/money.ts";
import { formatList, formatMoney } from "./format.ts";

/** "$12.00 and €3.00": a sum, and what is beside it in other currencies; a sum of 0 is left out where there are others. */
export function formatSums(amount: string, currency: Currency, others: readonly Money[]): string {
	return formatList(
		[{ amount, currency }, ...others]
			.filter((one) => Number(one.amount) !== 0 || others.length === 0)
			.map((one) => formatMoney(one.amount, one.currency)),
	);
}
