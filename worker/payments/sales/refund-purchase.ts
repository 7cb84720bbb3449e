import { and, eq } from "drizzle-orm";
import type { Sale as SaleResponse } from "../../contract/payments/payments.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { shownState } from "../../purchases/entitlements/sold-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSale, type Sale } from "../../purchases/find-purchase.ts";
import { canReverse, fetchPayment, refundPayment } from "../provider.ts";
import { settlePurchase } from "../settlement/settle-purchase.ts";
import { showSale } from "./list-sales.ts";

/** Returns a sale of this creator. Throws `purchase.not_found`, also for other creators' sales. */
export async function fetchOwnSale(ctx: CreatorCtx, id: string): Promise<Sale> {
	const sale = await findSale(ctx, and(eq(purchases.id, id), eq(purchases.creatorId, ctx.user.id)));
	if (!sale) throw failure("purchase.not_found");
	return sale;
}

/** Throws `payment.conflict` for a sale that cannot be refunded here; one that was refunded before passes. */
export function requireRefundable({ route, state }: Pick<SaleResponse, "route" | "state">): void {
	if (route !== "card") throw failure("payment.conflict", { reason: `refund.${route}` });
	if (state === "lost") throw failure("payment.conflict", { reason: "refund.lost" });
	if (state === "disputed") throw failure("payment.conflict", { reason: "refund.disputed" });
	if (state !== "paid" && state !== "refunded") throw failure("payment.conflict");
}

/**
 * Refunds a buyer's card payment in full; access ends with it. Throws `purchase.not_found`, and
 * `payment.conflict` for sales that cannot be refunded here.
 */
export async function refundPurchase(
	ctx: CreatorCtx,
	{ id }: { id: string },
): Promise<SaleResponse> {
	const sale = await fetchOwnSale(ctx, id);
	const { purchase } = sale;
	requireRefundable({ route: purchase.route, state: shownState(purchase) });
	if (purchase.state !== "refunded") {
		const details = { subject: purchase.shareTitle, reference: purchase.reference };
		await recordOwnAct(ctx, ctx.user.id, {
			act: "purchase.refund_ordered",
			subjectId: purchase.id,
			details,
		});
		await sendRefund(ctx, sale);
	}
	return showSale(ctx, { id });
}

/**
 * Refunds what is left of a paid card payment and records the result. Idempotent. Throws
 * `payment.conflict` for a purchase without a card payment, `provider.unavailable`, and the provider's
 * refusals unchanged.
 */
export async function sendRefund(ctx: Ctx, sale: Sale): Promise<void> {
	const { purchase } = sale;
	const intentId = purchase.paymentIntentId;
	if (intentId === null) throw failure("payment.conflict");
	const before = await fetchPayment(ctx, intentId);
	const refunds = before.charge?.refunds ?? [];
	const returned = refunds
		.filter((refund) => !refund.failed)
		.reduce((sum, refund) => sum + refund.amountCents, 0);
	// The key contains the number of earlier refunds, so that a second click does nothing and a refund that
	// failed at the bank can be tried again.
	if (returned < purchase.priceCents)
		await refundPayment(ctx, {
			intentId,
			key: `refund:${purchase.id}:${refunds.length}`,
			made: refunds.length,
			reverse: canReverse(purchase, refunds),
			returnsFee: false,
		});
	await settlePurchase(ctx, sale, await fetchPayment(ctx, intentId));
}
