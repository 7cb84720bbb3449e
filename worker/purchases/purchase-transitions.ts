import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { mayUseDiscount, mayUseFrom } from "../catalogue/discounts/uses-sql.ts";
import type { Ctx } from "../core/context.ts";
import {
	hasBoughtAlready,
	hasStock,
	isBlockedAddress,
	isCheckoutPaid,
	shareIsAvailable,
} from "./availability-sql.ts";
import { purchases } from "./entitlements/tables.ts";
import type { PurchaseRow } from "./find-purchase.ts";
import type { ChargeSnapshot, PaymentSnapshot } from "./payment-snapshot.ts";

/*
 * Every change of a purchase's state is a statement in this file. Each names the states it may leave, so
 * it can be repeated and can run concurrently with any other: a statement that no longer applies changes
 * nothing.
 *
 *   card:    started ⇄ processing → paid;  started → paid | cancelled;  paid ⇄ disputed → refunded
 *   direct:  started → claimed → paid | declined;  started → cancelled;  declined → claimed
 *   free:    started → paid | cancelled
 */

/** Until the payment is decided; includes `cancelled`, since money that arrives anyway counts. */
const UNDECIDED = ["started", "processing", "cancelled"] as const;

export function isInState(purchaseId: string, state: PurchaseRow["state"]): SQL {
	return sql`exists (select 1 from purchases where purchases.id = ${purchaseId}
		and purchases.state = ${state})`;
}

/** Cancels unpaid attempts that meet the condition. */
export function cancelStarted(ctx: Ctx, where: SQL | undefined) {
	return ctx.db
		.update(purchases)
		.set({ state: "cancelled", closedAt: ctx.now() })
		.where(and(where, eq(purchases.state, "started")));
}

/** Cancels an attempt whose payment was never created, or at least never given to a browser. */
export function cancelUnstarted(ctx: Ctx, purchaseId: string) {
	return cancelStarted(ctx, and(eq(purchases.id, purchaseId), isNull(purchases.paymentIntentId)));
}

/** Follows a card payment that was not completed. */
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
	/** the address that the buyer has entered, or the provider knows */
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

/** The conditions under which a payment is granted what it buys. */
function mayBeGranted(ctx: Ctx, address: string | null, orReserved = false): SQL {
	return sql`(purchases.auto_refund_reason is null and ${hasStock()} and ${mayUseDiscount(ctx)}
		and ${mayUseFrom(address)} and not ${hasBoughtAlready(address, orReserved)}
		and not ${isBlockedAddress(address)})`;
}

/** Why a payment is refused. */
const refusalFor = (address: string | null, orReserved = false): SQL =>
	sql`case when ${isBlockedAddress(address)} then 'blocked'
		when ${isCheckoutPaid(orReserved)} then 'checkout'
		when ${hasBoughtAlready(address, orReserved)} then 'duplicate' when ${hasStock()} then 'code_used'
		when ${shareIsAvailable()} then 'sold_out' else 'withdrawn' end`;

/**
 * Reserves what an authorised payment, or one that a bank decides on, would be granted, or notes why it is refused:
 * then it stays `started` until it is cancelled. Decided once, however often the payment is read.
 */
export function reserve(ctx: Ctx, purchaseId: string, address: string | null) {
	// Of two payments of one buyer, or by one checkout, only one is completed.
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

/**
 * Grants what a card payment has bought, if there is stock, the code has a use left, the buyer has not bought it
 * already, in this browser or with this address, and the creator accepts orders from the address.
 */
export function grantPaid(ctx: Ctx, payment: PaidByCard) {
	return ctx.db
		.update(purchases)
		.set({ ...decided(ctx, payment), state: "paid", closedAt: null })
		.where(and(isUndecided(payment), mayBeGranted(ctx, payment.address)));
}

/** Grants a free purchase, under the same conditions. */
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
				sql`not ${hasBoughtAlready()}`,
			),
		);
}

/**
 * Marks a card payment that was not granted as one to refund. Must come after `grantPaid` in a batch. `asQuoted` is
 * false when the payment differs from the quote.
 */
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
 * Marks a card payment that was granted before its address was known as one to refund, if the creator blocks the
 * address, the same was bought from it already, or it has used the code as often as each buyer may. Buyers who have
 * taken any of it by then keep what they paid for (`recordTaken`); a payment that was partly returned or disputed
 * stays unchanged.
 */
export function refuseAddress(ctx: Ctx, purchaseId: string, address: string) {
	return ctx.db
		.update(purchases)
		.set({
			state: "refunded",
			closedAt: ctx.now(),
			autoRefundReason: sql`case when ${isBlockedAddress(address)} then 'blocked'
				when ${isCheckoutPaid()} then 'checkout'
				when ${hasBoughtAlready(address)} then 'duplicate' else 'code_used' end`,
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

/** The sum of a purchase's ledger entries of these kinds. */
function ledgerSum(...kinds: string[]): SQL<number> {
	return sql<number>`(select coalesce(sum(ledger.amount_cents), 0) from ledger
		where ledger.purchase_id = purchases.id
		and ledger.kind in (${sql.join(
			kinds.map((kind) => sql`${kind}`),
			sql`, `,
		)}))`;
}

/** Since when its entries at the platform don't sum to 0; null while they do. */
export function unbalancedSince(ctx: Ctx): SQL {
	return sql`case when (select coalesce(sum(ledger.amount_cents), 0) from ledger
		where ledger.purchase_id = purchases.id and ledger.account = 'platform') <> 0
		then ${ctx.now()} end`;
}

/** For statements on `purchases`: a dispute was decided for the buyer, whose bank has returned the money. */
export const isLost = sql`exists (select 1 from ledger where ledger.purchase_id = purchases.id
	and ledger.cause_key like 'dispute\\_lost:%' escape '\\'
	and not exists (select 1 from ledger appeal
		where appeal.cause_key = 'dispute_recovered:' || ledger.provider_id))`;

/** Derives a paid purchase's state from all its ledger entries, and records the provider's settlement. */
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
			processingFeeCents: sql`case when exists (select 1 from ledger
				where ledger.cause_key = 'processing_fee:' || purchases.id)
				then -${ledgerSum("processing_fee")} else purchases.processing_fee_cents end`,
			feePosted: sql`purchases.destination_account is not null
				or purchases.processing_fee_cents = 0 or exists (select 1 from ledger
				where ledger.cause_key = 'processing_fee:' || purchases.id)`,
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

/** Records the buyer's claim to have paid directly; a declined one may be claimed again. */
export function claimPaid(
	ctx: Ctx,
	claim: Pick<PurchaseRow, "id" | "claimedAt" | "buyerEmail" | "confirmationCode">,
) {
	const { id, claimedAt, buyerEmail, confirmationCode } = claim;
	return ctx.db
		.update(purchases)
		.set({
			state: "claimed",
			claimedAt,
			closedAt: null,
			declineReason: null,
			buyerEmail,
			confirmationCode,
			networkLimits: null,
		})
		.where(and(eq(purchases.id, id), inArray(purchases.state, ["started", "claimed", "declined"])));
}

/**
 * Changes a claimed direct payment to paid, if there is stock and the buyer has not bought it already; without a
 * decision (`unasked`) only while its code, if any, has a use for it and its buyer's address.
 */
export function releaseClaim(
	ctx: Ctx,
	{ id, buyerEmail }: Pick<PurchaseRow, "id" | "buyerEmail">,
	{ unasked }: { unasked: boolean },
) {
	return ctx.db
		.update(purchases)
		.set({ state: "paid", paidAt: ctx.now() })
		.where(
			and(
				eq(purchases.id, id),
				eq(purchases.route, "direct"),
				eq(purchases.state, "claimed"),
				hasStock(),
				sql`not ${hasBoughtAlready()}`,
				unasked ? and(mayUseDiscount(ctx), mayUseFrom(buyerEmail)) : undefined,
			),
		);
}

/** Declines an undecided claim. Without a reason none is stored. */
export function declineClaim(
	ctx: Ctx,
	purchaseId: string,
	options: { reason?: NonNullable<PurchaseRow["declineReason"]>; where?: SQL } = {},
) {
	const { reason, where } = options;
	return ctx.db
		.update(purchases)
		.set({ state: "declined", closedAt: ctx.now(), ...(reason && { declineReason: reason }) })
		.where(and(eq(purchases.id, purchaseId), eq(purchases.state, "claimed"), where));
}

/** For statements on `purchases`: a claim that the creator can decline. */
export const isDeclinable = sql`(purchases.state = 'claimed'
	or (purchases.state = 'declined' and purchases.decline_reason = 'already_open'))`;

/** The creator's own refusal, which also replaces that of a claim closed for another payment. */
export function declineByCreator(
	ctx: Ctx,
	purchaseId: string,
	reason: NonNullable<PurchaseRow["declineReason"]>,
) {
	return ctx.db
		.update(purchases)
		.set({ state: "declined", declineReason: reason, closedAt: ctx.now() })
		.where(and(eq(purchases.id, purchaseId), isDeclinable));
}
