import { sql } from "drizzle-orm";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { recordEvents } from "../../core/webhook-events/record-events.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import type { TransferRow } from "./due-payouts.ts";

/** In the sale's currency. Must precede the statement that records the transfer or its refusal. */
export function payoutEvent(ctx: Ctx, transfer: TransferRow, state: "done" | "failed") {
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
