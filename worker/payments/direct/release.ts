import { and, eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "../../context.ts";
import { isAtLastCopy } from "../../entitlements/access-sql.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { shares } from "../../shares/tables.ts";
import { stalePages } from "../../stale-pages.ts";
import { writeLedger } from "../ledger/write-ledger.ts";
import type { Sale } from "../settlement/find-purchase.ts";
import { saleMail } from "../settlement/mails.ts";
import { receiptStatements } from "../settlement/notifications.ts";
import { isInState, releaseClaim } from "../settlement/purchase-transitions.ts";

/**
 * Returns the statements that change a claimed purchase to paid, where there is stock, with all
 * consequences. Money paid outside the platform gets a ledger entry too, so that the ledger has every
 * sale.
 */
export async function releaseStatements(
	ctx: Ctx,
	sale: Sale,
	options: { notifyCreator: boolean },
): Promise<BatchItem<"sqlite">[]> {
	const { purchase } = sale;
	const paid = isInState(purchase.id, "paid");
	return [
		releaseClaim(ctx, purchase.id),
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
		...(purchase.buyerEmail === null
			? []
			: await receiptStatements(ctx, sale, purchase.buyerEmail)),
		...(options.notifyCreator ? [queueMailWhen(ctx, saleMail(ctx, sale), paid)] : []),
	];
}
