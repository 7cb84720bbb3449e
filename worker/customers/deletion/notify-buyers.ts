import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { ShareRow } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { openingOf } from "../../purchases/entitlements/access-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { accessEnd, findSales, type Sale } from "../../purchases/find-purchase.ts";
import { isInState } from "../../purchases/purchase-transitions.ts";
import { receiptLink } from "../../purchases/receipt-links.ts";
import { keptForBuyersMail } from "./mails.ts";

const CONCURRENCY = 25;

type KeptShare = Pick<ShareRow, "id" | "endsAccess" | "expiresAt"> & { keptUntil: number };

/**
 * Mails every buyer once until when they can download. Buyers of a bundle deleted too get only the bundle's mail.
 * Ignores unsubscribes: they have paid for it.
 */
export async function notifyBuyers(ctx: Ctx, share: KeptShare): Promise<void> {
	const { id: shareId, keptUntil } = share;
	let last = "";
	for (;;) {
		const page = await findSales(
			ctx,
			and(
				openingOf(sql`${shareId}`),
				sql`(purchases.share_id = ${shareId} or not exists (select 1 from shares bundle
					where bundle.id = purchases.share_id and bundle.kept_until is not null))`,
				eq(purchases.state, "paid"),
				isNotNull(purchases.buyerEmail),
				isNull(purchases.revokedAt),
				gt(purchases.id, last),
			),
			CONCURRENCY,
		);
		const ending = page.map((sale) => ({
			sale,
			until: Math.min(keptUntil, accessEnd(share, sale.purchase) ?? keptUntil),
		}));
		const mails = await Promise.all(
			ending
				.filter(({ until }) => until > ctx.now())
				.map(({ sale, until }) => mailFor(ctx, sale, until)),
		);
		const [first, ...rest] = mails.map(({ id, mail }) =>
			queueMailWhen(ctx, mail, isInState(id, "paid")),
		);
		if (first) await ctx.db.batch([first, ...rest]);
		last = page.at(-1)?.purchase.id ?? "";
		if (page.length < CONCURRENCY) return;
	}
}

async function mailFor(ctx: Ctx, sale: Sale, keptUntil: number) {
	const { id, buyerEmail } = sale.purchase;
	const to = buyerEmail ?? "";
	const { url } = await receiptLink(ctx, { id, email: to });
	return { id, mail: keptForBuyersMail(ctx, { sale, to, url, keptUntil }) };
}
