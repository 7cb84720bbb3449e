import { and, eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "../../context.ts";
import { isAtLastCopy } from "../../entitlements/access-sql.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { shares } from "../../shares/tables.ts";
import { stalePages } from "../../stale-pages.ts";
import { issueInvoice } from "../invoices/issue-invoice.ts";
import { writeLedger } from "../ledger/write-ledger.ts";
import type { Sale } from "../settlement/find-purchase.ts";
import { saleMail } from "../settlement/mails.ts";
import { receiptStatements } from "../settlement/notifications.ts";
import { isInState, releaseClaim } from "../settlement/purchase-transitions.ts";
import { atOneTime, saleEvents } from "../settlement/sale-events.ts";

/**
 * Returns the statements that change a claimed purchase to paid, where there is stock, with all
 * consequences; `unasked` where the creator has not decided about it, and is told instead. Money paid outside the platform gets a ledger entry too, so that the ledger has every
 * sale.
 */
export async function releaseStatements(
	now: Ctx,
	sale: Sale,
	options: { unasked: boolean },
): Promise<BatchItem<"sqlite">[]> {
	const { purchase } = sale;
	const ctx = atOneTime(now);
	const paid = isInState(purchase.id, "paid");
	return [
		releaseClaim(ctx, purchase, options),
		issueInvoice(ctx, purchase.id),
		stalePages(ctx, and(eq(shares.id, purchase.shareId), isAtLastCopy())),
		writeLedger(ctx, purchase, [
			{
				causeKey: `gross:${purchase.id}`,
				kind: "gross",
				amountCents: purchase.priceCents,
				account: "outside",
				providerId: null,
				ifAutoRefund: false,
			},
		]),
		saleEvents(ctx, sale),
		...(purchase.buyerEmail === null
			? []
			: await receiptStatements(ctx, sale, purchase.buyerEmail)),
		...(options.unasked ? [queueMailWhen(ctx, saleMail(ctx, sale), paid)] : []),
	];
}
