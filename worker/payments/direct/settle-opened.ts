import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { exceedsWhole, isCheckoutPaid, opensNothingNew } from "../../purchases/availability-sql.ts";
import { declineClaim, isDeclined } from "../../purchases/claim-transitions.ts";
import { isInForce } from "../../purchases/entitlements/access-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById, type PurchaseRow } from "../../purchases/find-purchase.ts";
import { claimDeclined } from "./claim-events.ts";
import { claimsAfter, cursorOf, MAX_CLAIMS } from "./find-claims.ts";
import { claimLink, declinedMail, toReturnMail } from "./mails.ts";

/**
 * For `purchases`: another payment opens the same for this buyer, with these files pays for all, or paid the same
 * checkout. The whole share still opens more than a file paid for since.
 */
export function openedOtherwise(): SQL {
	const opened = sql`exists (select 1 from purchases opener join shares on shares.id = opener.share_id
		where opener.share_id = purchases.share_id and opener.id <> purchases.id
		and opener.state = 'paid' and opener.revoked_at is null and shares.sale_mode = 'link')`;
	const isPaid = isInForce(sql`other`);
	return sql`(${opened} or ${opensNothingNew(isPaid)} or (purchases.of_lines and ${exceedsWhole(isPaid)})
		or ${isCheckoutPaid()})`;
}

/**
 * Closes claims with nothing left to open, and notifies both sides that the money is to be returned. Called whenever
 * files become accessible.
 */
export async function settleOpenedClaims(
	ctx: Ctx,
	{ shareId, buyerId }: Pick<PurchaseRow, "shareId" | "buyerId">,
): Promise<void> {
	const waiting = await ctx.db
		.select({ id: purchases.id })
		.from(purchases)
		.where(
			and(
				eq(purchases.route, "direct"),
				eq(purchases.state, "claimed"),
				or(eq(purchases.shareId, shareId), eq(purchases.buyerId, buyerId)),
				openedOtherwise(),
			),
		)
		.limit(MAX_CLAIMS);
	for (const { id } of waiting) await settle(ctx, id);
}

/** Closes such claims that a crash has left. */
export async function settleNextClaims(ctx: Ctx, from: string | null): Promise<string | null> {
	const page = await claimsAfter(ctx, from);
	const ids = JSON.stringify(page.map(({ id }) => id));
	const opened = await ctx.db
		.select({ id: purchases.id })
		.from(purchases)
		.where(
			and(
				inArray(purchases.id, sql`(select value from json_each(${ids}))`),
				eq(purchases.state, "claimed"),
				openedOtherwise(),
			),
		);
	for (const { id } of opened) await settle(ctx, id);
	return page.length < MAX_CLAIMS ? null : cursorOf(page.at(-1));
}

async function settle(ctx: Ctx, id: string): Promise<void> {
	const sale = await findSaleById(ctx, id);
	if (!sale) return;
	const { purchase, creator } = sale;
	const settled = isDeclined(id, "already_open");
	await ctx.db.batch([
		claimDeclined(
			ctx,
			sale,
			"already_open",
			sql`purchases.state = 'claimed' and ${openedOtherwise()}`,
		),
		declineClaim(ctx, purchase.id, { reason: "already_open", where: openedOtherwise() }),
		...(purchase.buyerEmail === null
			? []
			: [
					queueMailWhen(
						ctx,
						declinedMail(ctx, { sale, to: purchase.buyerEmail, declineReason: "already_open" }),
						settled,
					),
				]),
		...(creator.isDeleted
			? []
			: [queueMailWhen(ctx, toReturnMail(ctx, { sale, url: await claimLink(ctx, id) }), settled)]),
	]);
}
