import { type SQL, sql } from "drizzle-orm";
import { priceOf } from "../../contract/fields.ts";
import { CURRENCY_CODES, type Currency, type Money } from "../../contract/money.ts";

/** Cents by currency: amounts of two are never added. */
export type Sums = Partial<Record<Currency, number>>;

/** `rows`: a clause from its `from` on. */
export const sumsOf = (currency: SQL, cents: SQL, rows: SQL) =>
	sql<Sums>`(select json_group_object(currency, cents) from (
		select ${currency} as currency, sum(${cents}) as cents ${rows} group by 1))`.mapWith(
		(json: string) => JSON.parse(json) as Sums,
	);

/** Omits other currencies whose sum is 0. */
export function splitSums(sums: Sums, currency: Currency): { amount: string; others: Money[] } {
	const others = CURRENCY_CODES.filter((code) => code !== currency && sums[code]);
	return {
		amount: priceOf(sums[currency] ?? 0),
		others: others.map((code) => ({ amount: priceOf(sums[code] ?? 0), currency: code })),
	};
}
