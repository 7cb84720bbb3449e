import { type SQL, sql } from "drizzle-orm";
import type { ShownState } from "./contract.ts";
import type { purchases } from "./tables.ts";

/** Includes sales refunded since, but not automatically refunded payments. Worded like the indexes. */
export const isSold = (sale: SQL): SQL => sql`${sale}.state in ('paid', 'disputed', 'refunded')
	and ${sale}.auto_refund_reason is null`;

/** In cents, with the quoted fee until the provider reports its own. */
export const netCentsOf = (sale: SQL): SQL<number> =>
	sql<number>`((select coalesce(sum(entry.amount_cents), 0) from ledger entry
		where entry.purchase_id = ${sale}.id) - iif(${sale}.fee_posted, 0, ${sale}.processing_fee_cents))`;

/** For clients: one that ended as refunded without a refund is a lost dispute. */
export function shownState(
	purchase: Pick<
		typeof purchases.$inferSelect,
		"state" | "autoRefundReason" | "refundedCents" | "priceCents"
	>,
): ShownState {
	const { state, autoRefundReason, refundedCents, priceCents } = purchase;
	const isLost = state === "refunded" && autoRefundReason === null && refundedCents < priceCents;
	return isLost ? "lost" : state;
}

export const shownStateOf = (sale: SQL): SQL<ShownState> =>
	sql<ShownState>`iif(${sale}.state = 'refunded' and ${sale}.auto_refund_reason is null
		and ${sale}.refunded_cents < ${sale}.price_cents, 'lost', ${sale}.state)`;

/** For queries from `purchases`, in ms; null unless the latest refund failed at the bank. */
export function refundFailedAt(): SQL<number | null> {
	return sql<number | null>`(select case
			when latest.cause_key like 'refund\\_failed:%' escape '\\' then latest.at end
		from ledger latest where latest.purchase_id = purchases.id and latest.kind = 'refund'
		order by latest.rowid desc limit 1)`;
}
