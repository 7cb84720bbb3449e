import { and, eq, gt, isNotNull } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { purchases } from "../../entitlements/tables.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { receiptLink } from "../receipts/receipt-links.ts";
import { findSales, type Sale } from "../settlement/find-purchase.ts";
import { isInState } from "../settlement/purchase-transitions.ts";
import { keptForBuyersMail } from "./deletion-mails.ts";

const CONCURRENCY = 25;

/** Mails every buyer of a share (`shares.id`) once until when they can download it. */
export async function notifyBuyers(ctx: Ctx, shareId: string, keptUntil: number): Promise<void> {
	let last = "";
	for (;;) {
		const page = await findSales(
			ctx,
			and(
				eq(purchases.shareId, shareId),
				eq(purchases.state, "paid"),
				isNotNull(purchases.buyerEmail),
				gt(purchases.id, last),
			),
			CONCURRENCY,
		);
		const mails = await Promise.all(page.map((sale) => mailFor(ctx, sale, keptUntil)));
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
	return { id, mail: keptForBuyersMail(ctx, sale, { to, url, keptUntil }) };
}
