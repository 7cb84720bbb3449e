import { eq } from "drizzle-orm";
import { shares } from "../catalogue/shares/tables.ts";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../core/context.ts";
import { stalePages } from "../core/stale-pages.ts";
import { fetchOwnSale } from "../payments/sales/refund-purchase.ts";
import { failure } from "../platform/errors.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { withFreshRow } from "../platform/storage/fresh-row.ts";
import { unlessSame } from "../platform/storage/revisions.ts";
import { purchases } from "../purchases/entitlements/tables.ts";
import type { Sale } from "../purchases/find-purchase.ts";
import { issueReceipt, receiptLink } from "../purchases/receipt-links.ts";
import { revokedMail, unrevokedMail } from "./mails.ts";

/** Writes the columns if the purchase is still as `sale` says. */
function accessChange(
	ctx: CreatorCtx,
	{ purchase }: Sale,
	act: "purchase.revoked" | "purchase.restored",
	columns: { revokedAt: number | null; revokeReason: string | null },
) {
	const details = { subject: purchase.shareTitle, reference: purchase.reference };
	return {
		guard: unlessSame(ctx, purchases, purchase, ["state", "revokedAt", "buyerEmail"]),
		act: recordOwnAct(ctx, ctx.user.id, { act, subjectId: purchase.id, details }),
		edited: ctx.db.update(purchases).set(columns).where(eq(purchases.id, purchase.id)),
		stalePages: stalePages(ctx, eq(shares.id, purchase.shareId)),
	};
}

/**
 * Ends access without a refund, from the next request on; in link mode it closes the link. The copy stays sold.
 * Throws `purchase.not_found`, `payment.conflict` for an unpaid purchase.
 */
export async function revokePurchase(
	ctx: CreatorCtx,
	{ id, reason }: { id: string; reason: string },
): Promise<void> {
	await withFreshRow(
		ctx,
		() => fetchOwnSale(ctx, id),
		(sale) => {
			const { state, buyerEmail: to, revokedAt } = sale.purchase;
			if (state !== "paid" && state !== "disputed")
				throw failure("payment.conflict", { reason: "revoke.not_paid" });
			if (revokedAt !== null) return null;
			return {
				...accessChange(ctx, sale, "purchase.revoked", {
					revokedAt: ctx.now(),
					revokeReason: reason,
				}),
				mail: to === null ? null : queueMail(ctx, revokedMail(ctx, { sale, to, reason })),
			};
		},
	);
}

/** Notifies the buyer unless a refund or a dispute keeps access ended. Throws `purchase.not_found`. */
export async function restorePurchase(ctx: CreatorCtx, { id }: { id: string }): Promise<void> {
	await withFreshRow(
		ctx,
		() => fetchOwnSale(ctx, id),
		async (sale) => {
			const { state, buyerEmail: to, revokedAt } = sale.purchase;
			if (revokedAt === null) return null;
			const { url, hash } = await receiptLink(ctx, { id, email: to });
			const isOpening = state === "paid";
			return {
				...accessChange(ctx, sale, "purchase.restored", { revokedAt: null, revokeReason: null }),
				mail:
					isOpening && to !== null ? queueMail(ctx, unrevokedMail(ctx, { sale, to, url })) : null,
				// A failed refund or another address may have ended its links.
				link: isOpening ? issueReceipt(ctx, id, hash) : null,
			};
		},
	);
}
