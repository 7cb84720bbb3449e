import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { shares } from "../catalogue/shares/tables.ts";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../core/context.ts";
import { stalePages } from "../core/stale-pages.ts";
import { fetchOwnSale } from "../payments/sales/refund-purchase.ts";
import { failure } from "../platform/errors.ts";
import { queueMailWhen } from "../platform/mail/mail.ts";
import { purchases } from "../purchases/entitlements/tables.ts";
import type { Sale } from "../purchases/find-purchase.ts";
import { purchaseIs } from "../purchases/purchase-transitions.ts";
import { issueReceipt, receiptLink } from "../purchases/receipt-links.ts";
import { revokedMail, unrevokedMail } from "./mails.ts";

const REVOCABLE = ["paid", "disputed"] as const;

/** Must precede the change in its batch: `condition` reads the old state. */
function recorded(
	ctx: CreatorCtx,
	{ purchase }: Sale,
	act: "purchase.revoked" | "purchase.restored",
	condition: SQL,
) {
	const details = { subject: purchase.shareTitle, reference: purchase.reference };
	return recordOwnAct(ctx, ctx.user.id, { act, subjectId: purchase.id, details }, condition);
}

/**
 * Ends access without a refund, from the next request on; in link mode it closes the link. The copy stays sold.
 * Throws `purchase.not_found`, `payment.conflict` for an unpaid purchase.
 */
export async function revokePurchase(
	ctx: CreatorCtx,
	{ id, reason }: { id: string; reason: string },
): Promise<void> {
	const sale = await fetchOwnSale(ctx, id);
	const { state, buyerEmail, shareId } = sale.purchase;
	if (state !== "paid" && state !== "disputed")
		throw failure("payment.conflict", { reason: "revoke.not_paid" });
	const isOpen = purchaseIs(
		id,
		sql`purchases.revoked_at is null and purchases.state in ('paid', 'disputed')`,
	);
	const mail = buyerEmail === null ? null : revokedMail(ctx, { sale, to: buyerEmail, reason });
	await ctx.db.batch([
		recorded(ctx, sale, "purchase.revoked", isOpen),
		...(mail ? [queueMailWhen(ctx, mail, isOpen)] : []),
		ctx.db
			.update(purchases)
			.set({ revokedAt: ctx.now(), revokeReason: reason })
			.where(
				and(
					eq(purchases.id, id),
					inArray(purchases.state, [...REVOCABLE]),
					isNull(purchases.revokedAt),
				),
			),
		stalePages(ctx, eq(shares.id, shareId)),
	]);
}

/** Notifies the buyer unless a refund or a dispute keeps access ended. Throws `purchase.not_found`. */
export async function restorePurchase(ctx: CreatorCtx, { id }: { id: string }): Promise<void> {
	const sale = await fetchOwnSale(ctx, id);
	const { buyerEmail, shareId } = sale.purchase;
	const isRevoked = purchaseIs(id, sql`purchases.revoked_at is not null`);
	const opens = purchaseIs(id, sql`purchases.revoked_at is not null and purchases.state = 'paid'`);
	const { url, hash } = await receiptLink(ctx, { id, email: buyerEmail });
	const mail = buyerEmail === null ? null : unrevokedMail(ctx, { sale, to: buyerEmail, url });
	await ctx.db.batch([
		recorded(ctx, sale, "purchase.restored", isRevoked),
		...(mail ? [queueMailWhen(ctx, mail, opens)] : []),
		// A failed refund or another address may have ended its links.
		issueReceipt(ctx, id, hash, opens),
		ctx.db
			.update(purchases)
			.set({ revokedAt: null, revokeReason: null })
			.where(and(eq(purchases.id, id), isNotNull(purchases.revokedAt))),
		stalePages(ctx, eq(shares.id, shareId)),
	]);
}
