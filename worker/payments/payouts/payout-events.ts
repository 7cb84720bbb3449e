import { sql } from "drizzle-orm";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { recordEvents } from "../../core/webhook-events/record-events.ts";
import type { TransferRow } from "./due-payouts.ts";

/**
 * Returns the statement that announces that the money of a sale was transferred to its creator's account,
 * or that the provider has refused that. It belongs before the statement that records it. What is taken
 * back because of a refund or a dispute is announced by these.
 */
export function payoutEvent(
	ctx: Ctx,
	transfer: TransferRow,
	type: "payout.paid" | "payout.failed",
) {
	const { id, creatorId, purchaseId, amountCents } = transfer;
	const status = type === "payout.paid" ? "paid" : "failed";
	return recordEvents(ctx, creatorId, {
		type,
		key: `${type}:${id}`,
		data: { payout: { id, status, saleId: purchaseId, amount: priceOf(amountCents) } },
		from: sql`payout_transfers`,
		when: sql`payout_transfers.id = ${id} and payout_transfers.state = 'pending'
			and payout_transfers.kind = 'transfer'`,
	});
}
