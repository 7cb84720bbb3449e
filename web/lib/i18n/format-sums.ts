import type { Currency, Money } from "../../../worker/contract/money.ts";
import { formatList, formatMoney } from "./format.ts";

/** Lists a sum with those in other currencies; a sum of 0 is left out if there are others. */
export const sumsBeside = (amount: string, currency: Currency, others: readonly Money[]): Money[] =>
	[{ amount, currency }, ...others].filter(
		(one) => Number(one.amount) !== 0 || others.length === 0,
	);

/** "$12.00 and €3.00". */
export const formatSums = (amount: string, currency: Currency, others: readonly Money[]): string =>
	formatList(
		sumsBeside(amount, currency, others).map((one) => formatMoney(one.amount, one.currency)),
	);
