import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { purchases } from "../../entitlements/tables.ts";
import { ApiError } from "../../platform/errors.ts";
import { log, serializeError } from "../../platform/log.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { fetchPayment } from "../provider.ts";
import { ledger, payoutMethods, payoutTransfers } from "../tables.ts";
import { type Candidate, planTransfers } from "./plan-transfers.ts";
import { createTransfer, reverseTransfer } from "./provider-payouts.ts";

type TransferRow = typeof payoutTransfers.$inferSelect;

const HOUR = 60 * 60 * 1000;
/** After the provider has refused a transfer, it is tried again this much later. */
const RETRY_MS = HOUR;
const MAX_ROWS = 300;

/**
 * Transfers money to where it belongs: what the platform holds goes to creators with a connected account;
 * what a refund or a dispute has cost the platform is reversed. `scope` limits it to one creator's money,
 * or to purchases with ledger entries since a time (ms).
 */
export async function reconcilePayouts(
	ctx: Ctx,
	scope: { creatorId?: string; since?: number } = {},
): Promise<void> {
	for (const transfer of await pendingTransfers(ctx, scope.creatorId)) await execute(ctx, transfer);
	for (const planned of planTransfers(await candidates(ctx, scope))) {
		const transfer = await recordPending(ctx, planned);
		if (transfer) await execute(ctx, transfer);
	}
}

function pendingTransfers(ctx: Ctx, creatorId: string | undefined): Promise<TransferRow[]> {
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

/** Purchases of connected creators whose entries at the platform do not sum to 0. */
async function candidates(
	ctx: Ctx,
	scope: { creatorId?: string; since?: number },
): Promise<Candidate[]> {
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

/**
 * Records a transfer before the provider is called, and only while the ledger still has the money: two
 * concurrent runs can never transfer the same cents. Returns null when it has not.
 */
async function recordPending(ctx: Ctx, planned: ReturnType<typeof planTransfers>[number]) {
	const { purchaseId, creatorId, kind, amountCents, account, fromCharge } = planned;
	const ledgerAccount = kind === "transfer" ? "platform" : "connected";
	const [transfer] = await insertWhen(
		ctx.db,
		payoutTransfers,
		{
			id: ctx.id(),
			...{ purchaseId, creatorId, kind, amountCents, account, fromCharge },
			state: "pending",
			createdAt: ctx.now(),
		},
		sql`(select sum(ledger.amount_cents) from ledger where ledger.purchase_id = ${purchaseId}
			and ledger.account = ${ledgerAccount}) >= ${amountCents}`,
	)
		.onConflictDoNothing()
		.returning();
	return transfer ?? null;
}

async function execute(ctx: Ctx, transfer: TransferRow): Promise<void> {
	try {
		if (transfer.kind === "transfer")
			await postEntries(ctx, transfer, await executeTransfer(ctx, transfer));
		else {
			const back = await reverse(ctx, transfer);
			await postEntries(ctx, back.transfer, back.providerId);
		}
	} catch (error) {
		// It is unknown whether the money moved: the row stays pending, and the same key is retried.
		const uncertain = error instanceof ApiError && error.code === "provider.unavailable";
		log("warn", "payout.failed", { transfer: transfer.id, uncertain, ...serializeError(error) });
		if (uncertain) return;
		await ctx.db
			.update(payoutTransfers)
			.set({ state: "failed" })
			.where(and(eq(payoutTransfers.id, transfer.id), eq(payoutTransfers.state, "pending")));
	}
}

async function executeTransfer(ctx: Ctx, transfer: TransferRow): Promise<string> {
	const [purchase] = await ctx.db
		.select()
		.from(purchases)
		.where(eq(purchases.id, transfer.purchaseId));
	return createTransfer(ctx, {
		key: transfer.id,
		account: transfer.account,
		amountCents: transfer.amountCents,
		currency: purchase?.currency ?? "usd",
		chargeId: transfer.fromCharge ? (purchase?.chargeId ?? null) : null,
		purchaseId: transfer.purchaseId,
	});
}

/**
 * Takes money back by reversing one transfer. Which one, and how much of it, is recorded before the
 * provider is called; the next run plans again what one transfer cannot cover.
 */
async function reverse(
	ctx: Ctx,
	transfer: TransferRow,
): Promise<{ providerId: string; transfer: TransferRow }> {
	const chosen = transfer.transferId === null ? await chooseTransfer(ctx, transfer) : transfer;
	const { transferId, amountCents } = chosen;
	if (transferId === null) throw new Error("there is no transfer to take back from");
	const providerId = await reverseTransfer(ctx, { key: transfer.id, transferId, amountCents });
	return { providerId, transfer: chosen };
}

/**
 * Returns the transfer of the purchase's money that can be reversed for most: one of ours, or the
 * charge's own.
 */
async function chooseTransfer(ctx: Ctx, transfer: TransferRow): Promise<TransferRow> {
	const left = await ctx.db
		.select({
			id: payoutTransfers.providerId,
			cents: sql<number>`payout_transfers.amount_cents - (select coalesce(sum(back.amount_cents), 0)
				from payout_transfers back where back.transfer_id = payout_transfers.provider_id
				and back.state = 'done')`,
		})
		.from(payoutTransfers)
		.where(
			and(
				eq(payoutTransfers.purchaseId, transfer.purchaseId),
				eq(payoutTransfers.kind, "transfer"),
				eq(payoutTransfers.state, "done"),
			),
		);
	left.push(...(await leftOfCharge(ctx, transfer)));
	const [best] = left.toSorted((a, b) => b.cents - a.cents);
	if (!best?.id || best.cents <= 0) return transfer;
	const [written] = await ctx.db
		.update(payoutTransfers)
		.set({ transferId: best.id, amountCents: Math.min(transfer.amountCents, best.cents) })
		.where(and(eq(payoutTransfers.id, transfer.id), isNull(payoutTransfers.transferId)))
		.returning();
	// A concurrent run was faster; it has called the provider with the same key.
	if (written) return written;
	const [known] = await ctx.db
		.select()
		.from(payoutTransfers)
		.where(eq(payoutTransfers.id, transfer.id));
	return known ?? transfer;
}

/** Returns what remains of the transfer that was created with the charge. */
async function leftOfCharge(
	ctx: Ctx,
	transfer: TransferRow,
): Promise<{ id: string; cents: number }[]> {
	const [purchase] = await ctx.db
		.select()
		.from(purchases)
		.where(eq(purchases.id, transfer.purchaseId));
	if (!purchase?.paymentIntentId || purchase.destinationAccount === null) return [];
	const { amountCents, charge } = await fetchPayment(ctx, purchase.paymentIntentId);
	if (!charge?.transferId) return [];
	const [taken] = await ctx.db
		.select({ cents: sql<number>`coalesce(sum(${payoutTransfers.amountCents}), 0)` })
		.from(payoutTransfers)
		.where(
			and(eq(payoutTransfers.transferId, charge.transferId), eq(payoutTransfers.state, "done")),
		);
	const refunded = charge.refunds.reduce((sum, { reversedCents }) => sum + reversedCents, 0);
	return [{ id: charge.transferId, cents: amountCents - refunded - (taken?.cents ?? 0) }];
}

async function postEntries(ctx: Ctx, transfer: TransferRow, providerId: string): Promise<void> {
	const out = transfer.kind === "transfer";
	const line = (side: "from" | "to") => ({
		id: ctx.id(),
		causeKey: `move:${transfer.id}:${side}`,
		creatorId: transfer.creatorId,
		purchaseId: transfer.purchaseId,
		kind: out ? ("transfer" as const) : ("transfer_reversal" as const),
		amountCents: side === "from" ? -transfer.amountCents : transfer.amountCents,
		account: (side === "from") === out ? ("platform" as const) : ("connected" as const),
		providerId,
		at: ctx.now(),
	});
	await ctx.db.batch([
		ctx.db
			.update(payoutTransfers)
			.set({ state: "done", providerId })
			.where(eq(payoutTransfers.id, transfer.id)),
		ctx.db
			.insert(ledger)
			.values([line("from"), line("to")])
			.onConflictDoNothing(),
	]);
}

/** Frequent run: what changed in the last two days, and what is pending. */
export function reconcileRecentPayouts(ctx: Ctx): Promise<void> {
	return reconcilePayouts(ctx, { since: ctx.now() - 48 * HOUR });
}

/** Hourly run: everything. */
export function reconcileAllPayouts(ctx: Ctx): Promise<void> {
	return reconcilePayouts(ctx);
}
