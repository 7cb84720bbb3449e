import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { purchases } from "../../entitlements/tables.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { findSaleById, type Sale } from "../settlement/find-purchase.ts";
import { declineClaim } from "../settlement/purchase-transitions.ts";
import { toReturnMail } from "./claim-mails.ts";
import { declinedMail } from "./decline-mails.ts";

const MAX_ROWS = 200;

/** For statements on `purchases`: another payment lets this buyer download the same files now. */
export function openedOtherwise(): SQL {
	return sql`exists (select 1 from purchases opener join shares on shares.id = opener.share_id
		where opener.share_id = purchases.share_id and opener.id <> purchases.id
		and opener.state = 'paid'
		and (shares.sale_mode = 'link' or opener.buyer_id = purchases.buyer_id))`;
}

/**
 * Closes claims that have nothing left to open, because another payment has opened the same files to
 * their buyers: a link that was paid meanwhile, or the same buyer's card payment. Buyer and creator are
 * told that the creator returns the money. Called where files become accessible, and by the cron for what
 * a crash has left.
 */
export async function settleOpenedClaims(
	ctx: Ctx,
	scope: { shareId?: string } = {},
): Promise<void> {
	const waiting = await ctx.db
		.select({ id: purchases.id })
		.from(purchases)
		.where(
			and(
				eq(purchases.route, "direct"),
				eq(purchases.state, "claimed"),
				scope.shareId === undefined ? undefined : eq(purchases.shareId, scope.shareId),
				openedOtherwise(),
			),
		)
		.limit(MAX_ROWS);
	for (const { id } of waiting) {
		const sale = await findSaleById(ctx, id);
		if (sale) await settle(ctx, sale);
	}
}

async function settle(ctx: Ctx, sale: Sale): Promise<void> {
	const { purchase, creator } = sale;
	const settled = sql`exists (select 1 from purchases where purchases.id = ${purchase.id}
		and purchases.state = 'declined' and purchases.decline_reason = 'already_open')`;
	await ctx.db.batch([
		declineClaim(ctx, purchase.id, { reason: "already_open", where: openedOtherwise() }),
		...(purchase.buyerEmail === null
			? []
			: [
					queueMailWhen(ctx, declinedMail(ctx, sale, purchase.buyerEmail, "already_open"), settled),
				]),
		...(creator.isDeleted ? [] : [queueMailWhen(ctx, await toReturnMail(ctx, sale), settled)]),
	]);
}
