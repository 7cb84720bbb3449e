import { type SQL, sql } from "drizzle-orm";

/**
 * For queries from `purchases`: when the latest refund of the row failed at the bank (ms); null if there is none or
 * it didn't fail.
 */
export function refundFailedAt(): SQL<number | null> {
	return sql<number | null>`(select case
			when latest.cause_key like 'refund\\_failed:%' escape '\\' then latest.at end
		from ledger latest where latest.purchase_id = purchases.id and latest.kind = 'refund'
		order by latest.rowid desc limit 1)`;
}
