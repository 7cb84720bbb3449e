import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { mayUseDiscount, mayUseFrom } from "../catalogue/discounts/uses-sql.ts";
import { shares } from "../catalogue/shares/tables.ts";
import type { Ctx } from "../core/context.ts";
import { stalePages } from "../core/stale-pages.ts";
import {
	hasBoughtAlready,
	hasStock,
	isBlockedAddress,
	isCheckoutPaid,
	isOutdated,
	shareIsAvailable,
} from "./availability-sql.ts";
import { isAtLastCopy } from "./entitlements/access-sql.ts";
import { purchases } from "./entitlements/tables.ts";
import type { PurchaseRow } from "./find-purchase.ts";
import type { ChargeSnapshot, PaymentSnapshot } from "./payment-snapshot.ts";

/*
 * Every change of a purchase's state is a statement in this file, or in claim-transitions.ts for direct
 * payments. Each names the states it may leave, so it can be repeated and can run concurrently with any
 * other: a statement that no longer applies changes nothing.
 *
 *   card:    started ⇄ processing → paid;  started → paid | cancelled;  paid ⇄ disputed → refunded
 *   direct:  started → claimed → paid | declined;  started → cancelled;  declined → claimed
 *   free:    started → paid | cancelled
 */

/** Includes `cancelled`, since money that arrives anyway counts. */
const UNDECIDED = ["started", "processing", "cancelled"] as const;

/** True if the purchase meets a condition on `purchases` at this point of a batch. */
export function purchaseIs(purchaseId: string | SQL, condition: SQL): SQL {
	return sql`exists (select 1 from purchases where purchases.id = ${purchaseId} and ${condition})`;
}

export const isInState = (purchaseId: string, state: PurchaseRow["state"]): SQL =>
	purchaseIs(purchaseId, sql`purchases.state = ${state}`);

/** True if the payment is refunded automatically, or was cancelled before a charge. */
export const isRefused = (purchaseId: string): SQL =>
	purchaseIs(purchaseId, sql`purchases.auto_refund_reason is not null`);

/**
 * Marks the share's pages as stale if this batch may have sold its last copy, or returned it, or given away files that
 * are free for all buyers together.
 */
export const staleSoldOut = (ctx: Ctx, { shareId, freeFiles }: PurchaseRow) =>
	stalePages(ctx, and(eq(shares.id, shareId), sql`(${isAtLastCopy()} or ${freeFiles > 0})`));

export function cancelStarted(ctx: Ctx, where: SQL | undefined) {
	return ctx.db
		.update(purchases)
		.set({ state: "cancelled", closedAt: ctx.now() })
		.where(and(where, eq(purchases.state, "started")));
}

/** Only if its payment was never created, or never given to a browser. */
export function cancelUnstarted(ctx: Ctx, purchaseId: string) {
	return cancelStarted(ctx, and(eq(purchases.id, purchaseId), isNull(purchases.paymentIntentId)));
}

export function followUnmade(ctx: Ctx, purchaseId: string, status: PaymentSnapshot["status"]) {
	const isCancelled = status === "cancelled";
	return ctx.db
		.update(purchases)
		.set(isCancelled ? { state: status, closedAt: ctx.now() } : { state: "started" })
		.where(and(eq(purchases.id, purchaseId), inArray(purchases.state, ["started", "processing"])));
}

type PaidByCard = {
	readonly purchaseId: string;
	readonly chargeId: string;
	readonly email: string | null;
	/** as entered by the buyer, or known to the provider */
	readonly address: string | null;
	readonly cardCountry: string | null;
};

function decided(ctx: Ctx, { chargeId, email, cardCountry }: PaidByCard) {
	return {
		chargeId,
		cardCountry,
		countryConflict: sql`coalesce(${purchases.edgeCountry} <> ${cardCountry}, 0)`,
		buyerEmail: sql`coalesce(${purchases.buyerEmail}, ${email})`,
		paidAt: ctx.now(),
		networkLimits: null,
	};
}

function isUndecided({ purchaseId }: PaidByCard): SQL | undefined {
	return and(eq(purchases.id, purchaseId), inArray(purchases.state, [...UNDECIDED]));
}

function mayBeGranted(ctx: Ctx, address: string | null, orReserved = false): SQL {
	return sql`(purchases.auto_refund_reason is null and ${hasStock()} and ${mayUseDiscount(ctx)}
		and ${mayUseFrom(address)} and not ${hasBoughtAlready(address, orReserved)}
		and not ${isBlockedAddress(address)} and not ${isOutdated()})`;
}

const refusalFor = (address: string | null, orReserved = false): SQL =>
	sql`case when ${isBlockedAddress(address)} then 'blocked'
		when ${isCheckoutPaid(orReserved)} then 'checkout'
		when ${hasBoughtAlready(address, orReserved)} then 'duplicate'
		when ${isOutdated()} then 'differs' when ${hasStock()} then 'code_used'
		when ${shareIsAvailable()} then 'sold_out' else 'withdrawn' end`;

/** Reserves a payment's copy and uses, or notes why not: then it stays `started` until cancelled. */
export function reserve(ctx: Ctx, purchaseId: string, address: string | null) {
	// Only one of two payments of a buyer, or by a checkout, is completed.
	const isGranted = mayBeGranted(ctx, address, true);
	return ctx.db
		.update(purchases)
		.set({
			state: sql`case when ${isGranted} then 'processing' else 'started' end`,
			autoRefundReason: sql`case when not ${isGranted} then ${refusalFor(address, true)} end`,
		})
		.where(
			and(
				eq(purchases.id, purchaseId),
				eq(purchases.state, "started"),
				isNull(purchases.autoRefundReason),
			),
		);
}

/** Does nothing for a payment to be refused. */
export function grantPaid(ctx: Ctx, payment: PaidByCard) {
	return ctx.db
		.update(purchases)
		.set({ ...decided(ctx, payment), state: "paid", closedAt: null })
		.where(and(isUndecided(payment), mayBeGranted(ctx, payment.address)));
}

export function grantFree(ctx: Ctx, purchaseId: string, address: string) {
	return ctx.db
		.update(purchases)
		.set({ state: "paid", paidAt: ctx.now() })
		.where(
			and(
				eq(purchases.id, purchaseId),
				eq(purchases.route, "free"),
				eq(purchases.state, "started"),
				hasStock(),
				mayUseDiscount(ctx),
				mayUseFrom(address),
				sql`not ${hasBoughtAlready()} and not ${isOutdated()}`,
			),
		);
}

/** Marks a card payment that was not granted as one to refund. Must follow `grantPaid` in a batch. */
export function refuseLate(ctx: Ctx, payment: PaidByCard, asQuoted: boolean) {
	return ctx.db
		.update(purchases)
		.set({
			...decided(ctx, payment),
			state: "refunded",
			closedAt: ctx.now(),
			autoRefundReason: asQuoted
				? sql`coalesce(${purchases.autoRefundReason}, ${refusalFor(payment.address)})`
				: "differs",
		})
		.where(isUndecided(payment));
}

/**
 * Marks a card payment granted before its address was known as one to refund, if the creator blocks the address, or
 * it has bought the same or used up the code. Buyers who have downloaded something keep what they paid for; a partly
 * returned or disputed payment stays unchanged.
 */
export function refuseAddress(ctx: Ctx, purchaseId: string, address: string) {
	return ctx.db
		.update(purchases)
		.set({
			state: "refunded",
			closedAt: ctx.now(),
			autoRefundReason: refusalFor(address),
		})
		.where(
			and(
				eq(purchases.id, purchaseId),
				eq(purchases.state, "paid"),
				isNull(purchases.buyerEmail),
				sql`(${isBlockedAddress(address)} or ${hasBoughtAlready(address)} or not ${mayUseFrom(address)})`,
				sql`not exists (select 1 from download_log where download_log.purchase_id = purchases.id)`,
				sql`not exists (select 1 from ledger where ledger.purchase_id = purchases.id
					and ledger.kind in ('refund', 'dispute'))`,
			),
		);
}

function ledgerSum(...kinds: string[]): SQL<number> {
	return sql<number>`(select coalesce(sum(ledger.amount_cents), 0) from ledger
		where ledger.purchase_id = purchases.id
		and ledger.kind in (${sql.join(
			kinds.map((kind) => sql`${kind}`),
			sql`, `,
		)}))`;
}

/** Now, if its entries at the platform don't sum to 0, else null. */
export function unbalancedSince(ctx: Ctx): SQL {
	return sql`case when (select coalesce(sum(ledger.amount_cents), 0) from ledger
		where ledger.purchase_id = purchases.id and ledger.account = 'platform') <> 0
		then ${ctx.now()} end`;
}

/** For statements on `purchases`: the buyer won a dispute. */
export const isLost = sql`(select count(*) filter (where ledger.cause_key like 'dispute!_lost:%' escape '!')
		> count(*) filter (where ledger.cause_key like 'dispute!_recovered:%' escape '!')
	from ledger where ledger.purchase_id = purchases.id)`;

/** In cents; null until the provider has reported its fee. */
const postedFee = sql`(select -sum(ledger.amount_cents) from ledger
	where ledger.purchase_id = purchases.id and ledger.kind = 'processing_fee')`;

/** Also records the settlement. */
export function followLedger(
	ctx: Ctx,
	purchaseId: string,
	settled: ChargeSnapshot["settled"] = null,
) {
	const state = sql`case when purchases.auto_refund_reason is not null then 'refunded'
		when -${ledgerSum("refund")} >= purchases.price_cents then 'refunded'
		when ${isLost} then 'refunded'
		when ${ledgerSum("dispute", "dispute_won")} < 0 then 'disputed'
		else 'paid' end`;
	return ctx.db
		.update(purchases)
		.set({
			refundedCents: sql`-${ledgerSum("refund")}`,
			processingFeeCents: sql`coalesce(${postedFee}, purchases.processing_fee_cents)`,
			feePosted: sql`purchases.destination_account is not null
				or purchases.processing_fee_cents = 0 or ${postedFee} is not null`,
			unbalancedAt: unbalancedSince(ctx),
			...(settled && { settledCurrency: settled.currency, settledCents: settled.cents }),
			state,
			closedAt: sql`case ${state} when 'refunded'
				then coalesce(purchases.closed_at, ${ctx.now()}) else null end`,
		})
		.where(
			and(eq(purchases.id, purchaseId), inArray(purchases.state, ["paid", "disputed", "refunded"])),
		);
}
