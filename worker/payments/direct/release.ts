import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "../../core/context.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { releaseClaim } from "../../purchases/claim-transitions.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import { isInState, staleSoldOut } from "../../purchases/purchase-transitions.ts";
import { issueInvoice } from "../invoices/issue-invoice.ts";
import { writeOutsideSale } from "../ledger/write-ledger.ts";
import { saleMail } from "../settlement/mails.ts";
import { receiptStatements } from "../settlement/notifications.ts";
import { atOneTime, saleEvents } from "../settlement/sale-events.ts";

/** The ledger records money paid outside, too. `unasked`: the creator hasn't decided, and is notified instead. */
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
		staleSoldOut(ctx, purchase),
		writeOutsideSale(ctx, purchase),
		saleEvents(ctx, sale),
		...(purchase.buyerEmail === null
			? []
			: await receiptStatements(ctx, sale, purchase.buyerEmail)),
		...(options.unasked ? [queueMailWhen(ctx, saleMail(ctx, { sale }), paid)] : []),
	];
}
