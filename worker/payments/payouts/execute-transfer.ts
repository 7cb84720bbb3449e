import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { purchases } from "../../entitlements/tables.ts";
import { ApiError } from "../../platform/errors.ts";
import { log, serializeError } from "../../platform/log.ts";
import { fetchPayment } from "../provider.ts";
import { unbalancedSince } from "../settlement/purchase-transitions.ts";
import { ledger, payoutTransfers } from "../tables.ts";
import type { TransferRow } from "./due-payouts.ts";
import { payoutEvent } from "./payout-events.ts";
import { createTransfer, reverseTransfer } from "./provider-payouts.ts";

/**
 * Makes the provider carry out a recorded transfer or reversal, then posts its ledger entries. Repeating
 * it moves nothing twice: the provider's key and the entries' cause are the row's id.
 */
export async function executeTransfer(ctx: Ctx, transfer: TransferRow): Promise<void> {
	try {
		if (transfer.kind === "transfer")
			await postEntries(ctx, transfer, await createAtProvider(ctx, transfer));
		else {
			const back = await reverse(ctx, transfer);
			await postEntries(ctx, back.transfer, back.providerId);
		}
	} catch (error) {
		// It is unknown whether the money moved: the row stays pending, and the same key is retried.
		const uncertain = error instanceof ApiError && error.code === "provider.unavailable";
		log("warn", "payout.failed", { transfer: transfer.id, uncertain, ...serializeError(error) });
		if (uncertain) return;
		await ctx.db.batch([
			payoutEvent(ctx, transfer, "payout.failed"),
			ctx.db
				.update(payoutTransfers)
				.set({ state: "failed" })
				.where(and(eq(payoutTransfers.id, transfer.id), eq(payoutTransfers.state, "pending"))),
		]);
	}
}

async function createAtProvider(ctx: Ctx, transfer: TransferRow): Promise<string> {
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
		payoutEvent(ctx, transfer, "payout.paid"),
		ctx.db
			.update(payoutTransfers)
			.set({ state: "done", providerId })
			.where(eq(payoutTransfers.id, transfer.id)),
		ctx.db
			.insert(ledger)
			.values([line("from"), line("to")])
			.onConflictDoNothing(),
		ctx.db
			.update(purchases)
			.set({ unbalancedAt: unbalancedSince(ctx) })
			.where(eq(purchases.id, transfer.purchaseId)),
	]);
}
