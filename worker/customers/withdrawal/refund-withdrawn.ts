import { eq, lte } from "drizzle-orm";
import { HOUR_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { sendRefund } from "../../payments/sales/refund-purchase.ts";
import { withdrawals } from "../../payments/tables.ts";
import { log, serializeError } from "../../platform/log.ts";
import { findSaleById } from "../../purchases/find-purchase.ts";

const MAX_ROWS = 50;
/** The cron waits this long after an attempt. */
const WAIT_MS = HOUR_MS;

/** The cron retries failures. */
export async function refundWithdrawn(ctx: Ctx, purchaseId: string): Promise<void> {
	try {
		const sale = await findSaleById(ctx, purchaseId);
		if (sale?.purchase.state === "paid") await sendRefund(ctx, sale);
		const after = await findSaleById(ctx, purchaseId);
		// The bank decides a disputed payment first.
		const isOpen = after?.purchase.state === "paid" || after?.purchase.state === "disputed";
		await ctx.db
			.update(withdrawals)
			.set({ refundAt: isOpen ? ctx.now() + WAIT_MS : null })
			.where(eq(withdrawals.purchaseId, purchaseId));
	} catch (error) {
		log("warn", "withdrawal.refund_postponed", { purchase: purchaseId, ...serializeError(error) });
		await ctx.db
			.update(withdrawals)
			.set({ refundAt: ctx.now() + WAIT_MS })
			.where(eq(withdrawals.purchaseId, purchaseId));
	}
}

export async function refundNextWithdrawn(ctx: Ctx): Promise<void> {
	const due = await ctx.db
		.select({ purchaseId: withdrawals.purchaseId })
		.from(withdrawals)
		.where(lte(withdrawals.refundAt, ctx.now()))
		.limit(MAX_ROWS);
	for (const { purchaseId } of due) await refundWithdrawn(ctx, purchaseId);
}
