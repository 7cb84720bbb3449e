import { and, desc, eq, gte, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { heldFor } from "../ledger/held-for.ts";
import { payoutMethods, payoutTransfers } from "../tables.ts";
import type { Candidate } from "./plan-transfers.ts";

export type TransferRow = typeof payoutTransfers.$inferSelect;
export type WaitingPurchase = { readonly at: number; readonly id: string };
/** One creator's money; changes since a time (ms), latest first; or everything waiting, after a cursor. */
export type PayoutScope =
	| { readonly creatorId: string }
	| { readonly since: number }
	| { readonly after: WaitingPurchase | null };

/** After a refusal. Reversals from an account, which may stay empty, wait an hour for each, up to a day. */
const RETRY_MS = 60 * 60 * 1000;
const MAX_RETRY_HOURS = 24;
const MAX_ROWS = 300;

/** Recorded, but not yet answered by the provider. */
export function pendingTransfers(ctx: Ctx, scope: PayoutScope): Promise<TransferRow[]> {
	return ctx.db
		.select()
		.from(payoutTransfers)
		.where(
			and(
				sql`${payoutTransfers.state} = 'pending'`,
				lte(payoutTransfers.createdAt, ctx.now()),
				"creatorId" in scope ? eq(payoutTransfers.creatorId, scope.creatorId) : undefined,
			),
		)
		.orderBy(payoutTransfers.createdAt)
		.limit(MAX_ROWS);
}

/** Uses indexes that hold only purchases with something to move. */
function waiting(ctx: Ctx, scope: PayoutScope) {
	const query = ctx.db
		.select({ id: purchases.id, at: sql<number>`${purchases.unbalancedAt}` })
		.from(purchases)
		.$dynamic();
	const { unbalancedAt, id } = purchases;
	if ("creatorId" in scope)
		return query
			.where(and(eq(purchases.creatorId, scope.creatorId), isNotNull(unbalancedAt)))
			.limit(MAX_ROWS);
	if ("since" in scope)
		return query.where(gte(unbalancedAt, scope.since)).orderBy(desc(unbalancedAt)).limit(MAX_ROWS);
	const { at, id: last } = scope.after ?? { at: 0, id: "" };
	return query
		.where(and(isNotNull(unbalancedAt), sql`(${unbalancedAt}, ${id}) > (${at}, ${last})`))
		.orderBy(unbalancedAt, id)
		.limit(MAX_ROWS);
}

/** In cents. */
export function pendingFor(creatorId: SQL, currency: SQL): SQL<number> {
	return sql<number>`(select coalesce(sum(pending.amount_cents), 0)
		from payout_transfers pending join purchases sent on sent.id = pending.purchase_id
		where pending.creator_id = ${creatorId} and sent.currency = ${currency}
		and pending.state = 'pending' and pending.kind = 'transfer')`;
}

/** `last` is the next cursor, or null. */
export async function payoutCandidates(
	ctx: Ctx,
	scope: PayoutScope,
): Promise<{ candidates: Candidate[]; last: WaitingPurchase | null }> {
	const now = ctx.now();
	const found = await waiting(ctx, scope);
	const ids = JSON.stringify(found.map(({ id }) => id));
	const held = (account: string) =>
		sql<number>`(select coalesce(sum(ledger.amount_cents), 0) from ledger
			where ledger.purchase_id = ${purchases.id} and ledger.account = ${account})`;
	const hours = sql`(case when tried.kind = 'transfer' then 1 else (select min(${MAX_RETRY_HOURS}, count(*))
		from payout_transfers refused where refused.purchase_id = tried.purchase_id and refused.state = 'failed'
		and refused.kind = 'reversal' and refused.account = tried.account) end)`;
	const rows = await ctx.db
		.select({
			purchaseId: purchases.id,
			creatorId: purchases.creatorId,
			currency: purchases.currency,
			state: purchases.state,
			isAutoRefund: sql<number>`${purchases.autoRefundReason} is not null`.mapWith(Boolean),
			account: payoutMethods.stripeAccountId,
			heldCents: held("platform").as("held"),
			connectedCents: held("connected").as("connected"),
			chargeLeftCents: chargeLeft().as("left"),
			creatorHeldCents: heldFor(sql`${purchases.creatorId}`, sql`${purchases.currency}`).as(
				"creator_held",
			),
			creatorPendingCents: pendingFor(sql`${purchases.creatorId}`, sql`${purchases.currency}`).as(
				"creator_pending",
			),
		})
		.from(purchases)
		.innerJoin(payoutMethods, eq(payoutMethods.userId, purchases.creatorId))
		.where(
			and(
				inArray(purchases.id, sql`(select value from json_each(${ids}))`),
				eq(payoutMethods.chargesEnabled, true),
				sql`${held("platform")} <> 0`,
				// The processing fee of held money must be known.
				sql`(${purchases.feePosted} or ${purchases.autoRefundReason} is not null)`,
				sql`not exists (select 1 from payout_transfers tried where tried.purchase_id = ${purchases.id}
					and (tried.state = 'pending'
					or (tried.state = 'failed' and tried.created_at > ${now} - ${RETRY_MS} * ${hours}
						and tried.account = ${payoutMethods.stripeAccountId})))`,
			),
		)
		.orderBy(purchases.paidAt);
	return {
		candidates: rows.flatMap(({ account, ...row }) =>
			account === null ? [] : [{ ...row, account }],
		),
		last: found.length < MAX_ROWS ? null : (found.at(-1) ?? null),
	};
}

/**
 * In cents. Transfers may sum to the charge's amount; whether a reversal makes room isn't documented, so it doesn't
 * here. Nothing is left of a charge that went directly to the creator's account; one refused as a source for an
 * account isn't tried for it again.
 */
function chargeLeft() {
	return sql<number>`(case when ${purchases.destinationAccount} is null
		and ${purchases.chargeId} is not null and not exists (select 1 from payout_transfers refused
			where refused.purchase_id = ${purchases.id} and refused.from_charge = 1
			and refused.state = 'failed' and refused.account = ${payoutMethods.stripeAccountId})
		then coalesce((select gross.amount_cents from ledger gross
				where gross.cause_key = 'gross:' || ${purchases.id}), 0)
			- (select coalesce(sum(sent.amount_cents), 0) from payout_transfers sent
				where sent.purchase_id = ${purchases.id} and sent.from_charge = 1
				and sent.state <> 'failed')
		else 0 end)`;
}
