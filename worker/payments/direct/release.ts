import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "../../context.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { writeLedger } from "../ledger/write-ledger.ts";
import type { Sale } from "../settlement/find-purchase.ts";
import { saleMail } from "../settlement/mails.ts";
import { receiptStatements } from "../settlement/notifications.ts";
import { isInState, releaseClaim } from "../settlement/purchase-transitions.ts";

/**
 * The statements that let a claimed purchase become paid, where there is a place left, with what
 * follows from it. Money paid outside is noted in the ledger, so that the books show every sale.
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
