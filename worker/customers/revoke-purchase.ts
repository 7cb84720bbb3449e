import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { shares } from "../catalogue/shares/tables.ts";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../core/context.ts";
import { stalePages } from "../core/stale-pages.ts";
import { fetchOwnSale } from "../payments/sales/refund-purchase.ts";
import { failure } from "../platform/errors.ts";
import { type Mail, queueMailWhen } from "../platform/mail/mail.ts";
import { purchases } from "../purchases/entitlements/tables.ts";
import type { Sale } from "../purchases/find-purchase.ts";
import { receiptLink } from "../purchases/receipt-links.ts";
import { restoredMail, revokedMail } from "./mails.ts";

const REVOCABLE = ["paid", "disputed"] as const;

/** A condition for statements on other tables: this purchase is one that `where` holds for. */
const holds = ({ purchase }: Sale, where: SQL) =>
	sql`exists (select 1 from purchases where purchases.id = ${purchase.id} and ${where})`;

/** Statements that tell of a change and stand before it in its batch, where `condition` holds before. */
function announced(
	ctx: CreatorCtx,
	{ purchase }: Sale,
	act: "purchase.revoked" | "purchase.restored",
	mail: Mail | null,
	condition: SQL,
) {
	const details = { subject: purchase.shareTitle, reference: purchase.reference };
	return [
		recordOwnAct(ctx, ctx.user.id, { act, subjectId: purchase.id, details }, condition),
		...(mail ? [queueMailWhen(ctx, mail, condition)] : []),
	] as const;
}

/**
 * Ends the access to a purchase without a refund, with the next request; in link mode it closes the link.
 * The copy stays sold. The buyer is told why. Repeating it changes nothing. Throws `purchase.not_found`,
 * and `payment.conflict` for one that is not paid.
 */
export async function revokePurchase(
	ctx: CreatorCtx,
	{ id, reason }: { id: string; reason: string },
): Promise<void> {
	const sale = await fetchOwnSale(ctx, id);
	const { state, buyerEmail, shareId } = sale.purchase;
	if (state !== "paid" && state !== "disputed")
		throw failure("payment.conflict", { reason: "revoke.not_paid" });
	const isOpen = holds(
		sale,
		sql`purchases.revoked_at is null and purchases.state in ('paid', 'disputed')`,
	);
	const mail = buyerEmail === null ? null : revokedMail(ctx, sale, buyerEmail, reason);
	await ctx.db.batch([
		...announced(ctx, sale, "purchase.revoked", mail, isOpen),
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

/**
 * Gives the access back that was ended without a refund. The buyer is told. Repeating it changes nothing.
 * Throws `purchase.not_found`.
 */
export async function restorePurchase(ctx: CreatorCtx, { id }: { id: string }): Promise<void> {
	const sale = await fetchOwnSale(ctx, id);
	const { buyerEmail, shareId } = sale.purchase;
	const isRevoked = holds(sale, sql`purchases.revoked_at is not null`);
	const { url } = await receiptLink(ctx, { id, email: buyerEmail });
	const mail = buyerEmail === null ? null : restoredMail(ctx, sale, buyerEmail, url);
	await ctx.db.batch([
		...announced(ctx, sale, "purchase.restored", mail, isRevoked),
		ctx.db
			.update(purchases)
			.set({ revokedAt: null, revokeReason: null })
			.where(and(eq(purchases.id, id), isNotNull(purchases.revokedAt))),
		stalePages(ctx, eq(shares.id, shareId)),
	]);
}
