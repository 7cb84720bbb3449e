import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { requireUseFrom } from "../../catalogue/discounts/find-discount.ts";
import type { Ctx } from "../../core/context.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { countChange } from "../../purchases/count-change.ts";
import { opens } from "../../purchases/entitlements/access-sql.ts";
import { ownBuyer } from "../../purchases/entitlements/buyer.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById, type PurchaseRow } from "../../purchases/find-purchase.ts";
import { cancelStarted, grantFree, staleSoldOut } from "../../purchases/purchase-transitions.ts";
import { receiptLink } from "../../purchases/receipt-links.ts";
import { beginPayment } from "../checkout/begin-payment.ts";
import type { GetFreeResponse } from "../checkout/contract.ts";
import { type BuyerRequest, type Offer, toOfferRequest } from "../checkout/offer.ts";
import { isCurrent } from "../checkout/price.ts";
import { writeOutsideSale } from "../ledger/write-ledger.ts";
import { requireNotBlocked } from "../require-not-blocked.ts";
import { receiptStatements } from "../settlement/notifications.ts";
import { atOneTime, saleEvents } from "../settlement/sale-events.ts";

const ATTEMPT_LIFE_MS = 60 * 60 * 1000;

/**
 * Gives away a share that is free, or reduced to 0 by choice or a code, as a purchase with a receipt. Throws
 * `payment.required` if it has a price, `share.changed`, `share.sold_out`, `buyer.blocked`, `discount.refused`.
 */
export async function getFree(
	ctx: Ctx,
	input: BuyerRequest & { buyerEmail: string },
): Promise<{ response: GetFreeResponse; buyerToken: string | null }> {
	const { slug, buyerEmail } = input;
	const request = await toOfferRequest(ctx, { ...input, amount: 0 });
	const { payment, buyerToken } = await beginPayment(ctx, request, {
		name: "free",
		isOpen: sql`purchases.route = 'free' and purchases.state = 'started'`,
		refusal: (_, priceCents) => (priceCents > 0 ? failure("payment.required") : null),
		check: (offer) =>
			Promise.all([
				requireNotBought(ctx, offer),
				requireNotBlocked(ctx, offer.share.creatorId, buyerEmail),
			]),
		accepts: async (open, offer, { refusal, price }) =>
			!refusal &&
			!(price instanceof ApiError) &&
			isCurrent(ctx, open, { offer, request, lifeMs: ATTEMPT_LIFE_MS }),
		proceed: async (purchase) => purchase,
		close: ({ id }) => cancelStarted(ctx, eq(purchases.id, id)),
	});
	const { id, email } = await grant(ctx, payment, { slug, email: buyerEmail });
	const { url } = await receiptLink(ctx, { id, email });
	return { response: { isPaid: true, receiptUrl: url }, buyerToken };
}

/** Also while the payment is disputed. */
async function requireNotBought(ctx: Ctx, { share }: Offer): Promise<void> {
	const [bought] = await ctx.db
		.select({ id: purchases.id })
		.from(purchases)
		.where(
			and(
				opens(sql`purchases`, sql`${share.id}`),
				sql`${purchases.buyerId} = ${ownBuyer(ctx)}`,
				inArray(purchases.state, ["paid", "disputed"]),
				isNull(purchases.revokedAt),
				eq(purchases.ofLines, false),
			),
		)
		.limit(1);
	if (bought) throw failure("payment.already_paid");
}

async function grant(
	now: Ctx,
	begun: PurchaseRow,
	{ slug, email }: { slug: string; email: string },
) {
	const ctx = atOneTime(now);
	const sale = await findSaleById(ctx, begun.id);
	if (!sale) throw failure("purchase.not_found");
	const addressed = { ...sale, purchase: { ...sale.purchase, buyerEmail: email } };
	await ctx.db.batch([
		ctx.db
			.update(purchases)
			.set({ buyerEmail: email })
			.where(and(eq(purchases.id, begun.id), eq(purchases.state, "started"))),
		grantFree(ctx, begun.id, email),
		staleSoldOut(ctx, begun),
		writeOutsideSale(ctx, begun),
		saleEvents(ctx, addressed),
		...(await receiptStatements(ctx, addressed, email)),
	]);
	const after = (await findSaleById(ctx, begun.id))?.purchase;
	if (after) countChange(ctx, sale.purchase, after);
	if (after?.state === "paid") return { id: after.id, email: after.buyerEmail };
	await cancelStarted(ctx, eq(purchases.id, begun.id));
	// Another browser may have used the code in the meantime.
	if (begun.discountCode !== null)
		await requireUseFrom(ctx, { slug, code: begun.discountCode, address: email });
	// Such shares are never limited, but what the price counted may be gone.
	if (begun.wholeCents !== null) throw failure("share.changed");
	throw failure(begun.checkoutId === null ? "share.sold_out" : "checkout.paid");
}
