import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { ApiError } from "../../platform/errors.ts";
import { findFault } from "../../platform/faults.ts";
import { log, serializeError } from "../../platform/log.ts";
import { isDestinationRefused, isStored } from "../../platform/stripe.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { unbalancedSince } from "../../purchases/purchase-transitions.ts";
import { fetchPayment } from "../provider.ts";
import { ledger, payoutTransfers } from "../tables.ts";
import type { TransferRow } from "./due-payouts.ts";
import { payoutEvent } from "./payout-events.ts";
import {
	createTransfer,
	type MadePayout,
	madePayouts,
	reverseTransfer,
} from "./provider-payouts.ts";
import { refusedAccount } from "./refused-account.ts";

/**
 * Makes the provider carry out a recorded transfer or reversal, then posts its ledger entries. Repeating it moves
 * nothing twice: the provider's key and the entries' cause are the row's id. The provider forgets keys after a day,
 * and a restored backup knows nothing of what was moved after it, so what the provider has is looked up first.
 */
export async function executeTransfer(ctx: Ctx, transfer: TransferRow): Promise<void> {
	try {
		const made = await madePayouts(ctx, transfer.purchaseId);
		const own = made.find(({ id }) => id === transfer.id);
		if (own) {
			const { transferId, amountCents, providerId } = own;
			await postEntries(ctx, { ...transfer, transferId, amountCents }, providerId);
		} else if (await adoptUnknown(ctx, transfer, made)) {
			// The next run plans with what was found.
			await withdraw(ctx, transfer);
		} else if (transfer.kind === "transfer")
			await postEntries(ctx, transfer, await createAtProvider(ctx, transfer));
		else {
			const back = await reverse(ctx, transfer);
			await postEntries(ctx, back.transfer, back.providerId);
		}
	} catch (error) {
		// It is unknown whether the money moved: the row stays pending, and the same key is retried.
		const uncertain =
			(error instanceof ApiError && error.code === "provider.unavailable") ||
			findFault(error) !== null;
		log("warn", "payout.failed", { transfer: transfer.id, uncertain, ...serializeError(error) });
		if (uncertain) {
			if (isStored(error)) await settleStored(ctx, transfer);
			return;
		}
		await ctx.db.batch([
			payoutEvent(ctx, transfer, "failed"),
			ctx.db
				.update(payoutTransfers)
				.set({ state: "failed" })
				.where(and(eq(payoutTransfers.id, transfer.id), eq(payoutTransfers.state, "pending"))),
			...(isDestinationRefused(error) ? refusedAccount(ctx, transfer) : []),
		]);
	}
}

/**
 * The provider replays its error to every repetition with this key: if nothing was moved in spite of it, the
 * next run plans a transfer with another key.
 */
async function settleStored(ctx: Ctx, transfer: TransferRow): Promise<void> {
	try {
		const made = await madePayouts(ctx, transfer.purchaseId);
		// What was moved is recorded by the next run.
		if (!made.some(({ id }) => id === transfer.id)) await withdraw(ctx, transfer);
	} catch (error) {
		log("warn", "payout.not_looked_up", { transfer: transfer.id, ...serializeError(error) });
	}
}

function withdraw(ctx: Ctx, { id }: TransferRow) {
	return ctx.db
		.delete(payoutTransfers)
		.where(and(eq(payoutTransfers.id, id), eq(payoutTransfers.state, "pending")));
}

/** Records what the provider has moved of the purchase's money and we know nothing of; false when there is nothing. */
async function adoptUnknown(
	ctx: Ctx,
	{ purchaseId, creatorId }: TransferRow,
	made: readonly MadePayout[],
): Promise<boolean> {
	if (made.length === 0) return false;
	const rows = await ctx.db
		.select({ id: payoutTransfers.id })
		.from(payoutTransfers)
		.where(eq(payoutTransfers.purchaseId, purchaseId));
	const known = new Set(rows.map(({ id }) => id));
	const unknown = made.filter(({ id }) => !known.has(id));
	for (const one of unknown) {
		log("warn", "payout.adopted", { transfer: one.id, provider: one.providerId });
		const row: TransferRow = {
			...one,
			purchaseId,
			creatorId,
			state: "done",
			createdAt: ctx.now(),
		};
		await ctx.db.batch([
			ctx.db.insert(payoutTransfers).values(row).onConflictDoNothing(),
			...entries(ctx, row, one.providerId),
		]);
	}
	return unknown.length > 0;
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
	const providerId = await reverseTransfer(ctx, {
		key: transfer.id,
		transferId,
		amountCents,
		purchaseId: transfer.purchaseId,
	});
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
	const { id, transferId, amountCents } = transfer;
	await ctx.db.batch([
		payoutEvent(ctx, transfer, "done"),
		ctx.db
			.update(payoutTransfers)
			.set({ state: "done", providerId, transferId, amountCents })
			.where(eq(payoutTransfers.id, id)),
		...entries(ctx, transfer, providerId),
	]);
}

/** The statements that write a transfer or reversal into the ledger, once. */
function entries(ctx: Ctx, transfer: TransferRow, providerId: string) {
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
	return [
		ctx.db
			.insert(ledger)
			.values([line("from"), line("to")])
			.onConflictDoNothing(),
		ctx.db
			.update(purchases)
			.set({ unbalancedAt: unbalancedSince(ctx) })
			.where(eq(purchases.id, transfer.purchaseId)),
	];
}
