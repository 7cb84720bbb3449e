import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { sendRefund } from "../../payments/sales/refund-purchase.ts";
import { ApiError } from "../../platform/errors.ts";
import { log, serializeError } from "../../platform/log.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById } from "../../purchases/find-purchase.ts";

/** The next run continues. */
const RUN_MS = 20_000;
const MAX_ROWS = 80;
const CONCURRENCY = 4;

/**
 * If the provider refuses, that buyer keeps the purchase. Returns false if it must be called again: the provider was
 * unavailable, or time ran out.
 */
export async function refundBuyers(ctx: Ctx, shareId: string): Promise<boolean> {
	const due = await ctx.db
		.select({ id: purchases.id })
		.from(purchases)
		.where(
			and(
				eq(purchases.shareId, shareId),
				eq(purchases.route, "card"),
				eq(purchases.state, "paid"),
				isNull(purchases.autoRefundReason),
			),
		)
		.orderBy(purchases.id);
	const end = ctx.now() + RUN_MS;
	for (let at = 0; at < due.length; at += CONCURRENCY) {
		if (at >= MAX_ROWS || ctx.now() > end) return false;
		const group = due.slice(at, at + CONCURRENCY);
		const tried = await Promise.all(group.map(({ id }) => refund(ctx, id)));
		if (tried.includes(false)) return false;
	}
	return true;
}

/** False if the outcome is unknown; the next run retries with the same key. */
async function refund(ctx: Ctx, id: string): Promise<boolean> {
	const sale = await findSaleById(ctx, id);
	if (!sale) return true;
	try {
		await sendRefund(ctx, sale);
	} catch (error) {
		const isAway = error instanceof ApiError && error.code === "provider.unavailable";
		log("warn", "deletion.not_refunded", { purchase: id, isAway, ...serializeError(error) });
		return !isAway;
	}
	return true;
}
