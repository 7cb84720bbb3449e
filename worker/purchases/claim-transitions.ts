import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { mayUseDiscount, mayUseFrom } from "../catalogue/discounts/uses-sql.ts";
import type { Ctx } from "../core/context.ts";
import { hasBoughtAlready, hasStock, isOutdated } from "./availability-sql.ts";
import { purchases } from "./entitlements/tables.ts";
import type { PurchaseRow } from "./find-purchase.ts";
import { purchaseIs } from "./purchase-transitions.ts";

type Reason = NonNullable<PurchaseRow["declineReason"]>;

/** A declined claim may be made again. */
export function claimPaid(
	ctx: Ctx,
	claim: Pick<PurchaseRow, "id" | "claimedAt" | "buyerEmail" | "confirmationCode">,
) {
	const { id, claimedAt, buyerEmail, confirmationCode } = claim;
	return ctx.db
		.update(purchases)
		.set({
			state: "claimed",
			claimedAt,
			closedAt: null,
			declineReason: null,
			buyerEmail,
			confirmationCode,
			networkLimits: null,
		})
		.where(and(eq(purchases.id, id), inArray(purchases.state, ["started", "claimed", "declined"])));
}

/**
 * Only if there is stock and the buyer has not bought it already; without a decision (`unasked`) only while what its
 * price counted is there, its code has a use for it and its buyer's address, and its buyer doesn't pay more than the
 * whole with it.
 */
export function releaseClaim(
	ctx: Ctx,
	{ id, buyerEmail }: Pick<PurchaseRow, "id" | "buyerEmail">,
	{ unasked }: { unasked: boolean },
) {
	return ctx.db
		.update(purchases)
		.set({ state: "paid", paidAt: ctx.now() })
		.where(
			and(
				eq(purchases.id, id),
				eq(purchases.route, "direct"),
				eq(purchases.state, "claimed"),
				hasStock(),
				// The buyer may have sent the whole's price before paying for a file.
				sql`not ${hasBoughtAlready(null, false, unasked ? undefined : sql`purchases.of_lines`)}`,
				unasked
					? and(mayUseDiscount(ctx), mayUseFrom(buyerEmail), sql`not ${isOutdated()}`)
					: undefined,
			),
		);
}

export function declineClaim(
	ctx: Ctx,
	purchaseId: string,
	options: { reason?: Reason; where?: SQL } = {},
) {
	const { reason, where } = options;
	return ctx.db
		.update(purchases)
		.set({ state: "declined", closedAt: ctx.now(), ...(reason && { declineReason: reason }) })
		.where(and(eq(purchases.id, purchaseId), eq(purchases.state, "claimed"), where));
}

/** For statements on `purchases`. */
export const isDeclinable = sql`(purchases.state = 'claimed'
	or (purchases.state = 'declined' and purchases.decline_reason = 'already_open'))`;

/** Also replaces the reason of a claim closed for another payment. */
export function declineByCreator(ctx: Ctx, purchaseId: string, reason: Reason) {
	return ctx.db
		.update(purchases)
		.set({ state: "declined", declineReason: reason, closedAt: ctx.now() })
		.where(and(eq(purchases.id, purchaseId), isDeclinable));
}

/** True if the claim was declined for this reason. */
export const isDeclined = (purchaseId: string, reason: Reason): SQL =>
	purchaseIs(
		purchaseId,
		sql`purchases.state = 'declined' and purchases.decline_reason = ${reason}`,
	);
