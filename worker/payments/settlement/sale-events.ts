import { type SQL, sql } from "drizzle-orm";
import type { WebhookDispute, WebhookRefund } from "../../api/webhooks/contract/webhooks.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { jsonOf, recordEvents } from "../../core/webhook-events/record-events.ts";
import { creatorEvents, webhookMessages } from "../../core/webhook-events/tables.ts";
import type { PurchaseRow, Sale } from "../../purchases/find-purchase.ts";
import { isRefused } from "../../purchases/purchase-transitions.ts";
import { claimApproved } from "../direct/claim-events.ts";
import { SOLD_SALE } from "../sales/present-sale.ts";

/**
 * The wait (ms) for the buyer's address, which the creator may have blocked: the provider may report the payment
 * before the browser sends it. Short, since programs deliver on the event.
 */
export const ADDRESS_MS = 60_000;

/** Freezes the clock: `saleEvents` recognises the effects of its batch by their time. */
export function atOneTime(ctx: Ctx): Ctx {
	const at = ctx.now();
	return { ...ctx, now: () => at };
}

const TYPE = sql`case kind when 'gross' then 'sale.created' when 'dispute' then 'dispute.opened'
	when 'dispute_won' then 'dispute.closed'
	when 'refund' then iif(cause_key like 'refund!_failed:%' escape '!', 'sale.refund_failed', 'sale.refunded')
	else iif(cause_key like 'dispute!_lost:%' escape '!', 'dispute.closed', null) end`;
const OUTCOME = sql`case when kind = 'dispute_won' then 'won'
	when cause_key like 'dispute!_lost:%' escape '!' then 'lost' end`;

/** Also if the dispute is over. */
const TAKEN = sql`(select -sum(amount_cents) from ledger where purchase_id = purchases.id
	and kind = 'dispute' and provider_id = entry.provider_id)`;

type RefundPart = { readonly id: string; readonly cents: number };
type DisputePart = RefundPart & Pick<WebhookDispute, "outcome">;

const sale = sql`json(entry.sale)`;
const refund = { id: sql`entry.provider_id`, cents: sql`abs(entry.cents)` };
const dispute = {
	id: sql`entry.provider_id`,
	cents: sql`coalesce(entry.taken, 0)`,
	outcome: sql`entry.outcome`,
};
const DATA = sql`case when entry.type = 'sale.created' then ${jsonOf({ sale })}
	when entry.type like 'sale.%' then ${jsonOf({ sale, refund })} else ${jsonOf({ sale, dispute })} end`;

export const presentRefundPart = ({ id, cents }: RefundPart): WebhookRefund => ({
	id,
	amount: priceOf(cents),
});

export const presentDisputePart = ({ id, cents, outcome }: DisputePart): WebhookDispute => ({
	id,
	amount: priceOf(cents),
	outcome,
});

/**
 * Records the sale, the claim's approval, and each refund and dispute, by their ledger entries, if this batch makes
 * them true. Must follow the statements that write these, with the same frozen context (`atOneTime`).
 */
export function saleEvents(ctx: Ctx, sale: Sale) {
	const { id, creatorId, route } = sale.purchase;
	const at = ctx.now();
	const entries = sql`(select entry.*, purchases.auto_refund_reason as reason,
		purchases.buyer_email as email, ${jsonOf(SOLD_SALE)} as sale, ${TAKEN} as taken
		from (select ${TYPE} as type, ${OUTCOME} as outcome, provider_id, min(kind) as kind,
			sum(amount_cents) as cents from ledger where purchase_id = ${id} and at = ${at}
			group by 1, 2, provider_id) entry
		cross join purchases cross join shares on shares.id = purchases.share_id
		where purchases.id = ${id} and entry.type is not null) entry`;
	// A dispute's money may move more than once.
	const isFirst = sql`(entry.type not like 'dispute.%' or entry.outcome = 'lost'
		or not exists (select 1 from ledger earlier where earlier.purchase_id = ${id}
			and earlier.kind = entry.kind and earlier.at < ${at}
			and earlier.provider_id = entry.provider_id))`;
	return recordEvents(
		ctx,
		creatorId,
		{
			type: sql`entry.type`,
			// A dispute may be won on appeal after it was lost.
			key: sql`entry.type || ':' || iif(entry.type = 'sale.created', ${id}, entry.provider_id)
				|| iif(entry.outcome = 'won', ':won', '')`,
			data: DATA,
			from: entries,
			// An automatically refunded payment was a sale only to those notified of one.
			when: sql`(entry.type <> 'sale.created' or entry.reason is null) and ${isFirst}`,
			after: sql`iif(entry.type <> 'sale.created' and entry.reason is not null,
				${`sale.created:${id}`}, null)`,
			notBefore: sql`iif(entry.type = 'sale.created' and entry.email is null, ${at + ADDRESS_MS}, 0)`,
		},
		...(route === "direct"
			? [
					claimApproved(
						sale,
						sql`purchases.id = ${id} and purchases.state = 'paid' and purchases.paid_at = ${at}`,
					),
				]
			: []),
	);
}

/** Before its first attempt. */
const isUnsent = ({ id, creatorId }: PurchaseRow): SQL =>
	sql`endpoint_id in (select id from webhook_endpoints where user_id = ${creatorId})
		and event_key = ${`sale.created:${id}`} and attempts = 0 and delivered_at is null`;

/** Waits for the buyer's address, and is in no list yet. */
const isUntold = (ctx: Ctx, { id, creatorId }: PurchaseRow): SQL =>
	sql`user_id = ${creatorId} and event_key = ${`sale.created:${id}`} and not_before > ${ctx.now()}`;

/** For a sale refunded because of its address, if nobody was notified yet. */
export function withholdSaleEvent(ctx: Ctx, purchase: PurchaseRow) {
	const { id, creatorId } = purchase;
	return [
		ctx.db.delete(webhookMessages).where(sql`${isUnsent(purchase)} and ${isRefused(id)}`),
		ctx.db.delete(creatorEvents).where(
			sql`${isUntold(ctx, purchase)} and ${isRefused(id)} and not exists (select 1 from webhook_endpoints endpoint
				cross join webhook_messages told on told.endpoint_id = endpoint.id
					and told.event_key = ${`sale.created:${id}`}
				where endpoint.user_id = ${creatorId})`,
		),
	] as const;
}

/** Records the sale anew in the event that waits for the buyer's address. Must follow the statement that stores it. */
export function addressSaleEvent(ctx: Ctx, purchase: PurchaseRow) {
	ctx.changes.toDeliver.add(purchase.creatorId);
	const data = sql`(select ${jsonOf({ sale: SOLD_SALE })} from purchases
		cross join shares on shares.id = purchases.share_id where purchases.id = ${purchase.id})`;
	return [
		ctx.db
			.update(webhookMessages)
			.set({
				data,
				dueAt: sql`case when due_at is not null then ${ctx.now()} end`,
			})
			.where(isUnsent(purchase)),
		ctx.db.update(creatorEvents).set({ data, notBefore: 0 }).where(isUntold(ctx, purchase)),
	] as const;
}
