import { and, count, eq, like } from "drizzle-orm";
import type { ErrorCode } from "../../contract/errors.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { repeatable } from "../../platform/retrying.ts";
import { outbox } from "../../platform/tables.ts";
import { findBuyer } from "../../purchases/entitlements/buyer.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSale, type PurchaseRow, type Sale } from "../../purchases/find-purchase.ts";
import { refuseAddress } from "../../purchases/purchase-transitions.ts";
import { endReceipts, receiptLink } from "../../purchases/receipt-links.ts";
import { fetchPayment } from "../provider.ts";
import { requireNotBlocked } from "../require-not-blocked.ts";
import { autoRefundErrorReason } from "../settlement/mails.ts";
import { withholdSaleMail } from "../settlement/notifications.ts";
import { addressSaleEvent, withholdSaleEvent } from "../settlement/sale-events.ts";
import { settlePurchase, stillProcessing } from "../settlement/settle-purchase.ts";
import type { PaymentSuccessResponse } from "./contract.ts";

/** Addresses per receipt: enough for corrections, too few for spam. */
const MAX_ADDRESSES = 4;

const REFUND_CODES: Readonly<Record<string, ErrorCode>> = {
	duplicate: "payment.already_paid",
	checkout: "checkout.paid",
	sold_out: "share.sold_out",
	code_used: "discount.refused",
	blocked: "buyer.blocked",
};

/**
 * The provider's record decides. A repeated call with another address corrects a mistyped one. Throws
 * `purchase.not_found` unless this buyer began this payment, `payment.not_succeeded`, `payment.processing`,
 * `buyer.blocked`, and the reason of an automatic refund.
 */
export async function paymentSuccess(
	ctx: Ctx,
	input: { paymentIntentId: string; buyerEmail: string },
): Promise<PaymentSuccessResponse> {
	const buyerId = await findBuyer(ctx);
	const sale =
		buyerId &&
		(await findSale(
			ctx,
			and(
				eq(purchases.paymentIntentId, input.paymentIntentId),
				eq(purchases.buyerId, buyerId),
				eq(purchases.route, "card"),
			),
		));
	if (!sale) throw failure("purchase.not_found");
	const snapshot = await fetchPayment(ctx, input.paymentIntentId);
	const isConfirmed = snapshot.status !== "open" && snapshot.status !== "cancelled";
	const addressed = isConfirmed ? await withEmail(ctx, sale, input.buyerEmail) : sale;
	const settled = await settlePurchase(ctx, addressed, snapshot);
	if (settled.autoRefundReason === null) {
		if (settled.state === "processing") throw stillProcessing(snapshot);
		if (!settled.paidAt) throw failure("payment.not_succeeded");
	}
	return responseFor(ctx, settled);
}

async function responseFor(ctx: Ctx, settled: PurchaseRow): Promise<PaymentSuccessResponse> {
	const details = { refunded: settled.state === "refunded" };
	if (settled.autoRefundReason !== null) {
		const reason = autoRefundErrorReason(settled);
		throw failure(REFUND_CODES[settled.autoRefundReason] ?? "share.not_for_sale", {
			reason,
			details,
		});
	}
	if (settled.state === "refunded")
		throw failure("payment.not_succeeded", { reason: "payment.refunded", details });
	if (settled.state !== "paid" || settled.revokedAt !== null)
		return { isPaid: false, receiptUrl: null };
	const link = await receiptLink(ctx, { id: settled.id, email: settled.buyerEmail });
	return { isPaid: true, receiptUrl: link.url };
}

/**
 * Invalidates links sent to an earlier, mistyped address. A payment granted without an address becomes one to refund
 * if this one is blocked or has used the code. Throws `buyer.blocked` for another address of a payment that already
 * has one, and `rate.limited`.
 */
async function withEmail(ctx: Ctx, sale: Sale, email: string): Promise<Sale> {
	const { purchase } = sale;
	if (purchase.buyerEmail === email) return sale;
	if (purchase.buyerEmail !== null) {
		await requireNotBlocked(ctx, purchase.creatorId, email);
		const [sent] = await ctx.db
			.select({ times: count() })
			.from(outbox)
			.where(like(outbox.dedupeKey, `receipt:${purchase.id}:%`));
		if ((sent?.times ?? 0) >= MAX_ADDRESSES) throw failure("rate.limited");
	}
	await repeatable(() =>
		ctx.db.batch([
			refuseAddress(ctx, purchase.id, email),
			withholdSaleMail(ctx, purchase.id),
			...withholdSaleEvent(ctx, purchase),
			ctx.db.update(purchases).set({ buyerEmail: email }).where(eq(purchases.id, purchase.id)),
			...addressSaleEvent(ctx, purchase),
			endReceipts(ctx, purchase.id),
		]),
	);
	return { ...sale, purchase: { ...purchase, buyerEmail: email } };
}
