import { sql } from "drizzle-orm";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { recordEvents } from "../../core/webhook-events/record-events.ts";
import type { TransferRow } from "./due-payouts.ts";

/**
 * Returns the statement that announces that the money of a sale was transferred to its creator's account or taken
 * back from there (`done`), or that the provider has refused the transfer. It belongs before the statement that
 * records it.
 */
export function payoutEvent(ctx: Ctx, transfer: TransferRow, state: "done" | "failed") {
	const { id, creatorId, purchaseId, amountCents, kind } = transfer;
	const done = kind === "transfer" ? "paid" : "reversed";
	const status = state === "done" ? done : "failed";
	return recordEvents(ctx, creatorId, {
		type: `payout.${status}`,
		key: `payout.${status}:${id}`,
		data: { payout: { id, status, saleId: purchaseId, amount: priceOf(amountCents) } },
		from: sql`payout_transfers`,
		// A reversal that was refused is tried again, and has changed nothing for the creator.
		when: sql`payout_transfers.id = ${id} and payout_transfers.state = 'pending'
			and payout_transfers.kind = ${status === "reversed" ? "reversal" : "transfer"}`,
	});
}
