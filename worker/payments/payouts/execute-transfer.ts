import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { priceOf } from "../../contract/fields.ts";
import {
	asSettled,
	numberOf,
	roundedForProvider,
	type SettledCents,
} from "../../contract/money.ts";
import type { Ctx } from "../../core/context.ts";
import { recordEvents } from "../../core/webhook-events/record-events.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { findFault } from "../../platform/faults.ts";
import { log, serializeError } from "../../platform/log.ts";
import { isDestinationRefused, isStored } from "../../platform/stripe.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";
import { unbalancedSince } from "../../purchases/purchase-transitions.ts";
import { fetchPayment } from "../provider.ts";
import { ledger, payoutTransfers } from "../tables.ts";
import type { TransferRow } from "./due-payouts.ts";
import {
	createTransfer,
	type MadePayout,
	madePayouts,
	reverseTransfer,
} from "./provider-transfers.ts";
import { refusedAccount } from "./refused-account.ts";

/**
 * Repeatable: the row's id is both the provider's key and the ledger entries' cause. Searches the provider's records
 * first, since it forgets keys after a day, and a restored backup lacks later transfers.
 */
export async function executeTransfer(ctx: Ctx, transfer: TransferRow): Promise<void> {
	try {
		const made = await madePayouts(ctx, transfer.purchaseId);
		const own = made.find(({ id }) => id === transfer.id);
		if (own) {
			const { transferId, amountCents, settledCents, providerId } = own;
			await postEntries(ctx, { ...transfer, transferId, amountCents, settledCents }, providerId);
		} else if (await adoptUnknown(ctx, transfer, made)) {
			await withdraw(ctx, transfer);
		} else {
			const moved = await (transfer.kind === "transfer" ? send : reverse)(ctx, transfer);
			await postEntries(ctx, moved.transfer, moved.providerId);
		}
	} catch (error) {
		// The money may have moved: the row stays pending, for another try with the same key.
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

/** The provider replays its error for this key: if nothing was moved, the next run plans another one. */
async function settleStored(ctx: Ctx, transfer: TransferRow): Promise<void> {
	try {
		const made = await madePayouts(ctx, transfer.purchaseId);
		// The next run records the moved amount.
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

/** Records transfers of the purchase's money that only the provider knows. */
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

/** `providerId` is null for less than the smallest unit of the currency. */
type Moved = { providerId: string | null; transfer: TransferRow };

async function purchaseOf(ctx: Ctx, { purchaseId }: TransferRow): Promise<PurchaseRow> {
	const [purchase] = await ctx.db.select().from(purchases).where(eq(purchases.id, purchaseId));
	if (!purchase) throw new Error("there is no such purchase");
	return purchase;
}

/** Throws `provider.unavailable` until the provider has recorded them. */
async function settledOf(ctx: Ctx, purchase: PurchaseRow) {
	const { settledCurrency, settledCents, paymentIntentId } = purchase;
	if (settledCurrency !== null && settledCents !== null)
		return { currency: settledCurrency, cents: settledCents };
	const { charge = null } = paymentIntentId ? await fetchPayment(ctx, paymentIntentId) : {};
	if (charge && !charge.settled) throw failure("provider.unavailable");
	return charge?.settled ?? { currency: purchase.currency, cents: asSettled(purchase.priceCents) };
}

/** Returns the settled cents of a part that follows `before`. */
function settledPart(
	whole: { cents: number; settledCents: SettledCents; currency: string },
	before: number,
	part: number,
): SettledCents {
	const upTo = (cents: number) =>
		roundedForProvider((cents * numberOf(whole.settledCents)) / whole.cents, whole.currency);
	return asSettled(upTo(before + part) - upTo(before));
}

const isNothing = (cents: SettledCents | null) => cents !== null && numberOf(cents) === 0;

async function send(ctx: Ctx, transfer: TransferRow): Promise<Moved> {
	const purchase = await purchaseOf(ctx, transfer);
	const settled = await settledOf(ctx, purchase);
	const { currency } = settled;
	const wholeSale = { cents: purchase.priceCents, settledCents: settled.cents, currency };
	const settledCents =
		currency === purchase.currency
			? null
			: (transfer.settledCents ??
				settledPart(wholeSale, await sentBefore(ctx, transfer), transfer.amountCents));
	const row = { ...transfer, settledCents };
	if (isNothing(settledCents)) return { providerId: null, transfer: row };
	// A concurrent transfer must not change the amount that belongs to this key.
	if (settledCents !== transfer.settledCents)
		await ctx.db
			.update(payoutTransfers)
			.set({ settledCents })
			.where(eq(payoutTransfers.id, transfer.id));
	const providerId = await createTransfer(ctx, {
		key: transfer.id,
		account: transfer.account,
		amountCents: transfer.amountCents,
		currency,
		settledCents,
		chargeId: transfer.fromCharge ? purchase.chargeId : null,
		purchaseId: transfer.purchaseId,
	});
	return { providerId, transfer: row };
}

/** Cents of the purchase's money that earlier transfers have taken. */
async function sentBefore(ctx: Ctx, { purchaseId, id }: TransferRow): Promise<number> {
	const [sent] = await ctx.db
		.select({ cents: sql<number>`coalesce(sum(${payoutTransfers.amountCents}), 0)` })
		.from(payoutTransfers)
		.where(
			and(
				eq(payoutTransfers.purchaseId, purchaseId),
				eq(payoutTransfers.kind, "transfer"),
				eq(payoutTransfers.state, "done"),
				ne(payoutTransfers.id, id),
			),
		);
	return sent?.cents ?? 0;
}

/** The transfer and amount are recorded before the provider is called; the next run plans the rest. */
async function reverse(ctx: Ctx, transfer: TransferRow): Promise<Moved> {
	const purchase = await purchaseOf(ctx, transfer);
	const { currency } = await settledOf(ctx, purchase);
	const chosen =
		transfer.transferId === null
			? await chooseTransfer(ctx, { purchase, currency }, transfer)
			: transfer;
	const { transferId, amountCents, settledCents } = chosen;
	if (transferId === null) throw new Error("there is no transfer to take back from");
	if (isNothing(settledCents)) return { providerId: null, transfer: chosen };
	const providerId = await reverseTransfer(ctx, {
		key: transfer.id,
		transferId,
		amountCents,
		currency,
		settledCents,
		purchaseId: transfer.purchaseId,
	});
	return { providerId, transfer: chosen };
}

/** Chooses the transfer in this currency with the most left: ours, or the charge's own. */
async function chooseTransfer(
	ctx: Ctx,
	{ purchase, currency }: { purchase: PurchaseRow; currency: string },
	transfer: TransferRow,
): Promise<TransferRow> {
	const sent = await ctx.db
		.select({
			// The provider has no transfer worth less than the currency's smallest unit.
			id: sql<string>`coalesce(payout_transfers.provider_id, payout_transfers.id)`,
			cents: payoutTransfers.amountCents,
			settledCents: payoutTransfers.settledCents,
			back: sql<number>`(select coalesce(sum(back.amount_cents), 0) from payout_transfers back
				where back.transfer_id = coalesce(payout_transfers.provider_id, payout_transfers.id)
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
	sent.push(...(await sentWithCharge(ctx, purchase)));
	const left = sent.map((one) => ({ ...one, left: one.cents - one.back }));
	const [best] = left.toSorted((a, b) => b.left - a.left);
	if (!best || best.left <= 0) return transfer;
	const amountCents = Math.min(transfer.amountCents, best.left);
	const settledCents =
		best.settledCents === null
			? null
			: settledPart({ ...best, settledCents: best.settledCents, currency }, best.back, amountCents);
	const [written] = await ctx.db
		.update(payoutTransfers)
		.set({ transferId: best.id, amountCents, settledCents })
		.where(and(eq(payoutTransfers.id, transfer.id), isNull(payoutTransfers.transferId)))
		.returning();
	// A concurrent run has called the provider with the same key.
	if (written) return written;
	const [known] = await ctx.db
		.select()
		.from(payoutTransfers)
		.where(eq(payoutTransfers.id, transfer.id));
	return known ?? transfer;
}

/** Exchanged only if the provider has reported so after the sale. */
async function sentWithCharge(ctx: Ctx, purchase: PurchaseRow) {
	if (!purchase.paymentIntentId || purchase.destinationAccount === null) return [];
	const { amountCents, charge } = await fetchPayment(ctx, purchase.paymentIntentId);
	if (!charge?.transferId) return [];
	const [taken] = await ctx.db
		.select({ cents: sql<number>`coalesce(sum(${payoutTransfers.amountCents}), 0)` })
		.from(payoutTransfers)
		.where(
			and(eq(payoutTransfers.transferId, charge.transferId), eq(payoutTransfers.state, "done")),
		);
	const refunded = charge.refunds.reduce((sum, { reversedCents }) => sum + reversedCents, 0);
	const back = refunded + (taken?.cents ?? 0);
	const { settled } = charge;
	const settledCents = settled && settled.currency !== purchase.currency ? settled.cents : null;
	return [{ id: charge.transferId, cents: amountCents, settledCents, back }];
}

async function postEntries(
	ctx: Ctx,
	transfer: TransferRow,
	providerId: string | null,
): Promise<void> {
	const { id, transferId, amountCents, settledCents } = transfer;
	await ctx.db.batch([
		payoutEvent(ctx, transfer, "done"),
		ctx.db
			.update(payoutTransfers)
			.set({ state: "done", providerId, transferId, amountCents, settledCents })
			.where(eq(payoutTransfers.id, id)),
		...entries(ctx, transfer, providerId),
	]);
}

/** In the sale's currency. Must precede the statement that records the transfer or its refusal. */
function payoutEvent(ctx: Ctx, transfer: TransferRow, state: "done" | "failed") {
	const { id, creatorId, purchaseId, amountCents, kind } = transfer;
	const done = kind === "transfer" ? "paid" : "reversed";
	const status = state === "done" ? done : "failed";
	return recordEvents(ctx, creatorId, {
		type: `payout.${status}`,
		key: `payout.${status}:${id}`,
		data: {
			payout: {
				id,
				status,
				saleId: purchaseId,
				currency: purchases.currency,
				amount: priceOf(amountCents),
			},
		},
		from: sql`payout_transfers cross join purchases on purchases.id = ${purchaseId}`,
		// A refused reversal is retried, and changes nothing for the creator.
		when: sql`payout_transfers.id = ${id} and payout_transfers.state = 'pending'
			and payout_transfers.kind = ${status === "reversed" ? "reversal" : "transfer"}`,
	});
}

function entries(ctx: Ctx, transfer: TransferRow, providerId: string | null) {
	const out = transfer.kind === "transfer";
	const { amountCents, settledCents } = transfer;
	const signed = (cents: number, side: "from" | "to") => (side === "from" ? -cents : cents);
	const line = (side: "from" | "to") => ({
		id: ctx.id(),
		causeKey: `move:${transfer.id}:${side}`,
		creatorId: transfer.creatorId,
		purchaseId: transfer.purchaseId,
		kind: out ? ("transfer" as const) : ("transfer_reversal" as const),
		amountCents: signed(amountCents, side),
		settledCents: settledCents === null ? null : asSettled(signed(numberOf(settledCents), side)),
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
