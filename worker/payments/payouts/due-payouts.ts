import { and, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { purchases } from "../../entitlements/tables.ts";
import { ledger, payoutMethods, payoutTransfers } from "../tables.ts";
import type { Candidate } from "./plan-transfers.ts";

export type TransferRow = typeof payoutTransfers.$inferSelect;
/** One creator's money, or purchases with ledger entries since a time (ms); everything without either. */
export type PayoutScope = { creatorId?: string; since?: number };

/** After the provider has refused a transfer, it is tried again this much later. */
const RETRY_MS = 60 * 60 * 1000;
const MAX_ROWS = 300;

/** Returns transfers that were recorded and of which the provider's response is missing. */
export function pendingTransfers(ctx: Ctx, creatorId: string | undefined): Promise<TransferRow[]> {
	return ctx.db
		.select()
		.from(payoutTransfers)
		.where(
			and(
				eq(payoutTransfers.state, "pending"),
				creatorId === undefined ? undefined : eq(payoutTransfers.creatorId, creatorId),
			),
		)
		.limit(MAX_ROWS);
}

/** Returns purchases of connected creators whose entries at the platform do not sum to 0. */
export async function payoutCandidates(ctx: Ctx, scope: PayoutScope): Promise<Candidate[]> {
	const now = ctx.now();
	const held = (ledgerAccount: string) =>
		sql<number>`sum(case ${ledger.account} when ${ledgerAccount} then ${ledger.amountCents} else 0 end)`;
	const recent =
		scope.since === undefined
			? undefined
			: inArray(
					ledger.purchaseId,
					ctx.db
						.select({ id: ledger.purchaseId })
						.from(ledger)
						.where(sql`${ledger.at} >= ${scope.since}`),
				);
	const rows = await ctx.db
		.select({
			purchaseId: purchases.id,
			creatorId: purchases.creatorId,
			state: purchases.state,
			isAutoRefund: sql<number>`${purchases.autoRefundReason} is not null`.mapWith(Boolean),
			account: payoutMethods.stripeAccountId,
			heldCents: held("platform"),
			connectedCents: held("connected"),
			chargeLeftCents: chargeLeft(),
			creatorHeldCents: sql<number>`(select coalesce(sum(own.amount_cents), 0) from ledger own
				where own.creator_id = ${purchases.creatorId} and own.account = 'platform')`,
			creatorPendingCents: sql<number>`(select coalesce(sum(payout_transfers.amount_cents), 0)
				from payout_transfers where payout_transfers.creator_id = ${purchases.creatorId}
				and payout_transfers.state = 'pending' and payout_transfers.kind = 'transfer')`,
		})
		.from(ledger)
		.innerJoin(purchases, eq(purchases.id, ledger.purchaseId))
		.innerJoin(payoutMethods, eq(payoutMethods.userId, purchases.creatorId))
		.where(
			and(
				eq(payoutMethods.chargesEnabled, true),
				scope.creatorId === undefined ? undefined : eq(purchases.creatorId, scope.creatorId),
				recent,
				// The processing fee of held money is only known once the provider has recorded it.
				sql`(${purchases.destinationAccount} is not null or ${purchases.processingFeeCents} = 0
					or ${purchases.autoRefundReason} is not null or exists (select 1 from ledger fee
					where fee.cause_key = 'processing_fee:' || ${purchases.id}))`,
				sql`not exists (select 1 from payout_transfers tried where tried.purchase_id = ${purchases.id}
					and (tried.state = 'pending'
					or (tried.state = 'failed' and tried.created_at > ${now - RETRY_MS})))`,
			),
		)
		.groupBy(purchases.id)
		.having(sql`${held("platform")} <> 0`)
		.orderBy(purchases.paidAt)
		.limit(MAX_ROWS);
	return rows.flatMap(({ account, ...row }) => (account === null ? [] : [{ ...row, account }]));
}

/**
 * How much transfers may still name the purchase's charge as their source, in cents. The provider lets
 * them sum to the charge's amount; it does not document whether a reversal makes room again, so this
 * counts on none. A charge that went to the creator's account at once is used up by that; one that was
 * refused as a source is not tried again.
 */
function chargeLeft() {
	return sql<number>`(case when ${purchases.destinationAccount} is null
		and ${purchases.chargeId} is not null and not exists (select 1 from payout_transfers refused
			where refused.purchase_id = ${purchases.id} and refused.from_charge = 1
			and refused.state = 'failed')
		then coalesce((select gross.amount_cents from ledger gross
				where gross.cause_key = 'gross:' || ${purchases.id}), 0)
			- (select coalesce(sum(sent.amount_cents), 0) from payout_transfers sent
				where sent.purchase_id = ${purchases.id} and sent.from_charge = 1)
		else 0 end)`;
}
