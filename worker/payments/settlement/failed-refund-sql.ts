import { type SQL, sql } from "drizzle-orm";

/** For queries from `purchases`: when the latest refund failed at the bank (ms); null if it didn't. */
export function refundFailedAt(): SQL<number | null> {
	return sql<number | null>`(select case
			when latest.cause_key like 'refund\\_failed:%' escape '\\' then latest.at end
		from ledger latest where latest.purchase_id = purchases.id and latest.kind = 'refund'
		order by latest.rowid desc limit 1)`;
}
