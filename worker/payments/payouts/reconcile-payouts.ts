import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { heldFor } from "../ledger/held-for.ts";
import { payoutTransfers } from "../tables.ts";
import {
	type PayoutScope,
	payoutCandidates,
	pendingFor,
	pendingTransfers,
	type WaitingPurchase,
} from "./due-payouts.ts";
import { executeTransfer } from "./execute-transfer.ts";
import { planTransfers } from "./plan-transfers.ts";

const RECENT_MS = 48 * 60 * 60 * 1000;

/**
 * Transfers held money to creators, and reverses the platform's costs of refunds and disputes. `last` is the last
 * purchase read, null if none is left.
 */
export async function reconcilePayouts(
	ctx: Ctx,
	scope: PayoutScope,
): Promise<{ last: WaitingPurchase | null }> {
	for (const transfer of await pendingTransfers(ctx, scope)) await executeTransfer(ctx, transfer);
	const { candidates, last } = await payoutCandidates(ctx, scope);
	for (const planned of planTransfers(candidates)) {
		const transfer = await recordPending(ctx, planned);
		if (transfer) await executeTransfer(ctx, transfer);
	}
	return { last };
}

/**
 * Records a transfer before the provider is called, if the ledger still has the money: concurrent runs can't transfer
 * the same cents, or cents that cover a debt.
 */
async function recordPending(ctx: Ctx, planned: ReturnType<typeof planTransfers>[number]) {
	const { purchaseId, creatorId, kind, amountCents, account, fromCharge } = planned;
	const ledgerAccount = kind === "transfer" ? "platform" : "connected";
	const owner = sql`${creatorId}`;
	const currency = sql`(select sale.currency from purchases sale where sale.id = ${purchaseId})`;
	const isFree = sql`${heldFor(owner, currency)} - ${pendingFor(owner, currency)} >= ${amountCents}`;
	const [transfer] = await insertWhen(
		ctx.db,
		payoutTransfers,
		{
			id: ctx.id(),
			purchaseId,
			creatorId,
			kind,
			amountCents,
			account,
			fromCharge,
			state: "pending",
			createdAt: ctx.now(),
		},
		sql`(select sum(ledger.amount_cents) from ledger where ledger.purchase_id = ${purchaseId}
			and ledger.account = ${ledgerAccount}) >= ${amountCents}
			and ${kind === "transfer" ? isFree : sql`true`}`,
	)
		.onConflictDoNothing()
		.returning();
	return transfer ?? null;
}

export async function reconcileRecentPayouts(ctx: Ctx): Promise<void> {
	await reconcilePayouts(ctx, { since: ctx.now() - RECENT_MS });
}

/** Hourly: the next of all waiting purchases. */
export async function reconcileNextPayouts(ctx: Ctx, from: string | null): Promise<string | null> {
	const after = from === null ? null : (JSON.parse(from) as WaitingPurchase);
	const { last } = await reconcilePayouts(ctx, { after });
	return last && JSON.stringify(last);
}
