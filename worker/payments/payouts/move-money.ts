import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { purchases } from "../../entitlements/tables.ts";
import { ApiError } from "../../platform/errors.ts";
import { errorFacts, log } from "../../platform/log.ts";
import { fetchPayment } from "../provider.ts";
import { ledger, payoutMethods, payoutMoves } from "../tables.ts";
import { type Candidate, planMoves } from "./plan-moves.ts";
import { createTransfer, reverseTransfer } from "./provider-payouts.ts";

type MoveRow = typeof payoutMoves.$inferSelect;

const HOUR = 60 * 60 * 1000;
/** After the provider has refused a move, it is tried again this much later. */
const RETRY_MS = HOUR;
const MOST = 300;

/**
 * Moves money to where it belongs: what the platform holds goes to creators who have connected an
 * account; what a refund or a dispute has cost the platform comes back from it.
 * @param scope only one creator's money, or only that of purchases with ledger lines since a time (ms)
 */
export async function moveMoney(
	ctx: Ctx,
	scope: { creatorId?: string; since?: number } = {},
): Promise<void> {
	for (const move of await pendingMoves(ctx, scope.creatorId)) await carryOut(ctx, move);
	for (const planned of planMoves(await candidates(ctx, scope))) {
		const move = await writeDown(ctx, planned);
		if (move) await carryOut(ctx, move);
	}
}

function pendingMoves(ctx: Ctx, creatorId: string | undefined): Promise<MoveRow[]> {
	return ctx.db
		.select()
		.from(payoutMoves)
		.where(
			and(
				eq(payoutMoves.state, "pending"),
				creatorId === undefined ? undefined : eq(payoutMoves.creatorId, creatorId),
			),
		)
		.limit(MOST);
}

/** Purchases of connected creators whose lines at the platform do not sum to nothing. */
async function candidates(
	ctx: Ctx,
	scope: { creatorId?: string; since?: number },
): Promise<Candidate[]> {
	const now = ctx.now();
	const held = (place: string) =>
		sql<number>`sum(case ${ledger.place} when ${place} then ${ledger.amountCents} else 0 end)`;
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
			isSurplus: sql<number>`${purchases.surplus} is not null`.mapWith(Boolean),
			account: payoutMethods.stripeAccountId,
			heldCents: held("platform"),
			connectedCents: held("connected"),
			chargeLeftCents: chargeLeft(),
			creatorHeldCents: sql<number>`(select coalesce(sum(own.amount_cents), 0) from ledger own
				where own.creator_id = ${purchases.creatorId} and own.place = 'platform')`,
			creatorPendingCents: sql<number>`(select coalesce(sum(payout_moves.amount_cents), 0)
				from payout_moves where payout_moves.creator_id = ${purchases.creatorId}
				and payout_moves.state = 'pending' and payout_moves.kind = 'transfer')`,
		})
		.from(ledger)
		.innerJoin(purchases, eq(purchases.id, ledger.purchaseId))
		.innerJoin(payoutMethods, eq(payoutMethods.userId, purchases.creatorId))
		.where(
			and(
				eq(payoutMethods.chargesEnabled, true),
				scope.creatorId === undefined ? undefined : eq(purchases.creatorId, scope.creatorId),
				recent,
				// The processing fee of held money is only known once the provider has booked it.
				sql`(${purchases.destinationAccount} is not null or ${purchases.processingFeeCents} = 0
					or ${purchases.surplus} is not null or exists (select 1 from ledger fee
					where fee.cause_key = 'processing_fee:' || ${purchases.id}))`,
				sql`not exists (select 1 from payout_moves tried where tried.purchase_id = ${purchases.id}
					and (tried.state = 'pending'
					or (tried.state = 'failed' and tried.created_at > ${now - RETRY_MS})))`,
			),
		)
		.groupBy(purchases.id)
		.having(sql`${held("platform")} <> 0`)
		.orderBy(purchases.paidAt)
		.limit(MOST);
	return rows.flatMap(({ account, ...row }) => (account === null ? [] : [{ ...row, account }]));
}

/**
 * What transfers may still name the purchase's charge as their source for, in cents. The provider
 * lets them sum to the charge's amount; whether a reversal gives room back it does not say, so none
 * is counted on. A charge that went to the creator's account at once has been used up by that; one
 * that was refused as a source is not tried again.
 */
function chargeLeft() {
	return sql<number>`(case when ${purchases.destinationAccount} is null
		and ${purchases.chargeId} is not null and not exists (select 1 from payout_moves refused
			where refused.purchase_id = ${purchases.id} and refused.from_charge = 1
			and refused.state = 'failed')
		then coalesce((select gross.amount_cents from ledger gross
				where gross.cause_key = 'gross:' || ${purchases.id}), 0)
			- (select coalesce(sum(sent.amount_cents), 0) from payout_moves sent
				where sent.purchase_id = ${purchases.id} and sent.from_charge = 1)
		else 0 end)`;
}

/**
 * Writes a move down before the provider is asked. Only when the ledger still has the money: two
 * runs at once can never move the same cents. Null when it has not.
 */
async function writeDown(ctx: Ctx, planned: ReturnType<typeof planMoves>[number]) {
	const { purchaseId, creatorId, kind, amountCents, account, fromCharge } = planned;
	const place = kind === "transfer" ? "platform" : "connected";
	const [move] = await ctx.db
		.insert(payoutMoves)
		.select(
			sql`select ${ctx.id()}, ${purchaseId}, ${creatorId}, ${kind}, ${amountCents}, ${account},
				null, ${fromCharge ? 1 : 0}, 'pending', null, ${ctx.now()}
			where (select sum(ledger.amount_cents) from ledger where ledger.purchase_id = ${purchaseId}
				and ledger.place = ${place}) >= ${amountCents}`,
		)
		.onConflictDoNothing()
		.returning();
	return move ?? null;
}

async function carryOut(ctx: Ctx, move: MoveRow): Promise<void> {
	try {
		if (move.kind === "transfer") await book(ctx, move, await sendOut(ctx, move));
		else {
			const back = await takeBack(ctx, move);
			await book(ctx, back.move, back.providerId);
		}
	} catch (error) {
		// Nobody knows yet whether it moved: the row stays pending, and the same key asks again.
		const uncertain = error instanceof ApiError && error.code === "provider.unavailable";
		log("warn", "payout.failed", { move: move.id, uncertain, ...errorFacts(error) });
		if (uncertain) return;
		await ctx.db
			.update(payoutMoves)
			.set({ state: "failed" })
			.where(and(eq(payoutMoves.id, move.id), eq(payoutMoves.state, "pending")));
	}
}

async function sendOut(ctx: Ctx, move: MoveRow): Promise<string> {
	const [purchase] = await ctx.db.select().from(purchases).where(eq(purchases.id, move.purchaseId));
	return createTransfer(ctx, {
		key: move.id,
		account: move.account,
		amountCents: move.amountCents,
		currency: purchase?.currency ?? "usd",
		chargeId: move.fromCharge ? (purchase?.chargeId ?? null) : null,
		purchaseId: move.purchaseId,
	});
}

/**
 * Takes money back from one transfer. Which one, and how much of it, is written down before the
 * provider is asked; what one transfer cannot give is planned again by the next run.
 */
async function takeBack(ctx: Ctx, move: MoveRow): Promise<{ providerId: string; move: MoveRow }> {
	const chosen = move.transferId === null ? await chooseTransfer(ctx, move) : move;
	const { transferId, amountCents } = chosen;
	if (transferId === null) throw new Error("there is no transfer to take back from");
	const providerId = await reverseTransfer(ctx, { key: move.id, transferId, amountCents });
	return { providerId, move: chosen };
}

/** The transfer of the purchase's money that can give most: one of ours, or the charge's own. */
async function chooseTransfer(ctx: Ctx, move: MoveRow): Promise<MoveRow> {
	const left = await ctx.db
		.select({
			id: payoutMoves.providerId,
			cents: sql<number>`payout_moves.amount_cents - (select coalesce(sum(back.amount_cents), 0)
				from payout_moves back where back.transfer_id = payout_moves.provider_id
				and back.state = 'done')`,
		})
		.from(payoutMoves)
		.where(
			and(
				eq(payoutMoves.purchaseId, move.purchaseId),
				eq(payoutMoves.kind, "transfer"),
				eq(payoutMoves.state, "done"),
			),
		);
	left.push(...(await leftOfCharge(ctx, move)));
	const [best] = left.toSorted((a, b) => b.cents - a.cents);
	if (!best?.id || best.cents <= 0) return move;
	const [written] = await ctx.db
		.update(payoutMoves)
		.set({ transferId: best.id, amountCents: Math.min(move.amountCents, best.cents) })
		.where(and(eq(payoutMoves.id, move.id), isNull(payoutMoves.transferId)))
		.returning();
	// Another run was quicker; it has asked the provider, too, and the key is the same.
	if (written) return written;
	const [known] = await ctx.db.select().from(payoutMoves).where(eq(payoutMoves.id, move.id));
	return known ?? move;
}

/** What the transfer that came with the charge still holds of its money. */
async function leftOfCharge(ctx: Ctx, move: MoveRow): Promise<{ id: string; cents: number }[]> {
	const [purchase] = await ctx.db.select().from(purchases).where(eq(purchases.id, move.purchaseId));
	if (!purchase?.paymentIntentId || purchase.destinationAccount === null) return [];
	const { amountCents, charge } = await fetchPayment(ctx, purchase.paymentIntentId);
	if (!charge?.transferId) return [];
	const [taken] = await ctx.db
		.select({ cents: sql<number>`coalesce(sum(${payoutMoves.amountCents}), 0)` })
		.from(payoutMoves)
		.where(and(eq(payoutMoves.transferId, charge.transferId), eq(payoutMoves.state, "done")));
	const refunded = charge.refunds.reduce((sum, { reversedCents }) => sum + reversedCents, 0);
	return [{ id: charge.transferId, cents: amountCents - refunded - (taken?.cents ?? 0) }];
}

async function book(ctx: Ctx, move: MoveRow, providerId: string): Promise<void> {
	const out = move.kind === "transfer";
	const line = (side: "from" | "to") => ({
		id: ctx.id(),
		causeKey: `move:${move.id}:${side}`,
		creatorId: move.creatorId,
		purchaseId: move.purchaseId,
		kind: out ? ("transfer" as const) : ("transfer_reversal" as const),
		amountCents: side === "from" ? -move.amountCents : move.amountCents,
		place: (side === "from") === out ? ("platform" as const) : ("connected" as const),
		providerId,
		at: ctx.now(),
	});
	await ctx.db.batch([
		ctx.db
			.update(payoutMoves)
			.set({ state: "done", providerId })
			.where(eq(payoutMoves.id, move.id)),
		ctx.db
			.insert(ledger)
			.values([line("from"), line("to")])
			.onConflictDoNothing(),
	]);
}

/** The cron's part: what has changed in the last two days, and what is under way. */
export function moveRecentMoney(ctx: Ctx): Promise<void> {
	return moveMoney(ctx, { since: ctx.now() - 48 * HOUR });
}

/** The hourly part: everything. */
export function moveAllMoney(ctx: Ctx): Promise<void> {
	return moveMoney(ctx);
}
