import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { isoSql, moneySql, recordEvents } from "../../webhook-events/record-events.ts";
import { webhookMessages } from "../../webhook-events/tables.ts";
import { claimApproved } from "../direct/claim-events.ts";
import type { PurchaseRow, Sale } from "./find-purchase.ts";

/**
 * How long the event of a sale waits for the buyer's address, in ms: the provider may report the payment
 * before the buyer's browser has sent it.
 */
const ADDRESS_MS = 60_000;

/** A sale as events show it: what the list of sales says of it, without what is known later. */
const SALE = sql`json_object('id', purchases.id, 'shareId', shares.slug,
	'title', purchases.share_title, 'route', purchases.route, 'state', purchases.state,
	'buyerEmail', coalesce(purchases.buyer_email, ''), 'reference', purchases.reference,
	'price', ${moneySql(sql`purchases.price_cents`)}, 'currency', purchases.currency,
	'discount', json(case when purchases.discount_code is not null then json_object(
		'code', purchases.discount_code, 'listPrice', ${moneySql(sql`purchases.list_cents`)}) end),
	'platformFee', ${moneySql(sql`purchases.platform_fee_cents`)},
	'refunded', ${moneySql(sql`purchases.refunded_cents`)},
	'createdAt', ${isoSql(sql`purchases.created_at`)}, 'paidAt', ${isoSql(sql`purchases.paid_at`)})`;

/**
 * Returns a context whose clock stands still, for the statements of one batch: what they write has the
 * same time, by which `saleEvents` knows what takes effect in it.
 */
export function atOneTime(ctx: Ctx): Ctx {
	const at = ctx.now();
	return { ...ctx, now: () => at };
}

/** An automatically refunded payment was a sale only to those who were told that it is one. */
const ONLY_AFTER_SALE = sql`case when purchases.auto_refund_reason is not null
	then 'sale.created:' || purchases.id end`;

/** The ledger's entries of one purchase, kind and time, one row for each refund or dispute. */
function newEntries(purchaseId: string, at: number, which: SQL): SQL {
	return sql`(select provider_id, sum(amount_cents) as cents from ledger
		where purchase_id = ${purchaseId} and at = ${at} and ${which} group by provider_id) entry
		cross join purchases cross join shares on shares.id = purchases.share_id`;
}

const isRefund = sql`kind = 'refund'
	and (cause_key like 'refund:%' or cause_key like 'refund!_reversed:%' escape '!')`;
const isFailedRefund = sql`kind = 'refund' and cause_key like 'refund!_failed:%' escape '!'`;
const isLostDispute = sql`cause_key like 'dispute!_lost:%' escape '!'`;

const refundData = sql`json_object('sale', json(${SALE}), 'refund', json_object(
	'id', entry.provider_id, 'amount', ${moneySql(sql`abs(entry.cents)`)}))`;

/** With what the bank has taken because of the dispute, also when it is over. */
function disputeData(outcome: "won" | "lost" | null): SQL {
	const taken = sql`(select -sum(amount_cents) from ledger where purchase_id = purchases.id
		and kind = 'dispute' and provider_id = entry.provider_id)`;
	return sql`json_object('sale', json(${SALE}), 'dispute', json_object('id', entry.provider_id,
		'amount', ${moneySql(sql`coalesce(${taken}, 0)`)}, 'outcome', ${outcome}))`;
}

/**
 * Returns the statement that writes the events of a purchase which a batch brings into the state of what
 * has happened: that it is a sale, that its claim is approved, and each refund and dispute that is new in
 * the ledger. It belongs after the statements that do so and is made with the same context, whose clock
 * stands still (`atOneTime`): each event is written in the batch in which it takes effect, and in no other.
 */
export function saleEvents(ctx: Ctx, sale: Sale) {
	const { id, creatorId } = sale.purchase;
	const at = ctx.now();
	const own = sql`purchases.id = ${id}`;
	const isPaidNow = sql`${own} and purchases.paid_at = ${at}
		and purchases.state in ('paid', 'disputed', 'refunded') and purchases.auto_refund_reason is null`;
	const ofEntry = (type: string, which: SQL, data: SQL, isFirst: SQL = sql`true`) => ({
		type,
		key: sql`${`${type}:`} || entry.provider_id`,
		data,
		from: newEntries(id, at, which),
		when: sql`${own} and entry.cents is not null and ${isFirst}`,
		after: ONLY_AFTER_SALE,
	});
	/** A dispute's money may move more than once. */
	const isFirst = (kind: string) => sql`not exists (select 1 from ledger earlier
		where earlier.purchase_id = ${id} and earlier.kind = ${kind} and earlier.at < ${at}
		and earlier.provider_id = entry.provider_id)`;
	return recordEvents(
		ctx,
		creatorId,
		{
			type: "sale.created",
			key: sql`'sale.created:' || purchases.id`,
			data: sql`json_object('sale', json(${SALE}))`,
			from: sql`purchases cross join shares on shares.id = purchases.share_id`,
			when: isPaidNow,
			notBefore: sql`case when purchases.buyer_email is null then ${at + ADDRESS_MS} else 0 end`,
		},
		...(sale.purchase.route === "direct" ? [claimApproved(sale, isPaidNow)] : []),
		...(sale.purchase.route === "card"
			? [
					ofEntry("sale.refunded", isRefund, refundData, sql`entry.cents < 0`),
					ofEntry("sale.refund_failed", isFailedRefund, refundData),
					ofEntry("dispute.opened", sql`kind = 'dispute'`, disputeData(null), isFirst("dispute")),
					ofEntry(
						"dispute.closed",
						sql`kind = 'dispute_won'`,
						disputeData("won"),
						isFirst("dispute_won"),
					),
					ofEntry("dispute.closed", isLostDispute, disputeData("lost")),
				]
			: []),
	);
}

/** The condition that a message is the one about this sale and nobody has begun to send it. */
const isUnsent = ({ id, creatorId }: PurchaseRow): SQL =>
	sql`endpoint_id in (select id from webhook_endpoints where user_id = ${creatorId})
		and event_key = ${`sale.created:${id}`} and attempts = 0 and delivered_at is null`;

/**
 * Returns the statement that takes back the event of a sale which is refunded automatically since its
 * buyer's address is not accepted, where it was not sent yet.
 */
export function withholdSaleEvent(ctx: Ctx, purchase: PurchaseRow) {
	return ctx.db.delete(webhookMessages).where(
		sql`${isUnsent(purchase)} and exists (select 1 from purchases where purchases.id = ${purchase.id}
			and purchases.auto_refund_reason is not null)`,
	);
}

/** Returns the statement that adds the buyer's address to the event of a sale that has waited for it. */
export function addressSaleEvent(ctx: Ctx, purchase: PurchaseRow, email: string) {
	ctx.changes.toDeliver.add(purchase.creatorId);
	return ctx.db
		.update(webhookMessages)
		.set({
			data: sql`json_set(data, '$.sale.buyerEmail', ${email})`,
			nextAttemptAt: sql`case when next_attempt_at is not null then ${ctx.now()} end`,
		})
		.where(isUnsent(purchase));
}
