import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "../../context.ts";
import { purchases } from "../../entitlements/tables.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { writeLedger } from "../ledger/write-ledger.ts";
import type { PurchaseRow, Sale } from "../settlement/find-purchase.ts";
import { saleMail } from "../settlement/mails.ts";
import { receiptStatements } from "../settlement/notices.ts";
import { boughtAlready, placeLeft } from "../settlement/place-sql.ts";

/** A condition for statements: the purchase is in that state. */
export function isInState(purchaseId: string, state: PurchaseRow["state"]): SQL {
	return sql`exists (select 1 from purchases where purchases.id = ${purchaseId}
		and purchases.state = ${state})`;
}

/**
 * The statements that let a claimed purchase become paid, where there is a place left, with what
 * follows from it. Money paid outside is noted in the ledger, so that the books show every sale.
 */
export async function releaseStatements(
	ctx: Ctx,
	sale: Sale,
	options: { tellCreator: boolean },
): Promise<BatchItem<"sqlite">[]> {
	const { purchase } = sale;
	const release = ctx.db
		.update(purchases)
		.set({ state: "paid", paidAt: ctx.now() })
		.where(
			and(
				eq(purchases.id, purchase.id),
				eq(purchases.route, "direct"),
				eq(purchases.state, "claimed"),
				placeLeft(),
				sql`not ${boughtAlready()}`,
			),
		);
	const paid = isInState(purchase.id, "paid");
	return [
		release,
		writeLedger(ctx, purchase, [
			{
				causeKey: `gross:${purchase.id}`,
				kind: "gross",
				amountCents: purchase.priceCents,
				place: "outside",
				providerId: null,
				ifSurplus: false,
			},
		]),
		...(purchase.buyerEmail === null
			? []
			: await receiptStatements(ctx, sale, purchase.buyerEmail)),
		...(options.tellCreator ? [queueMailWhen(ctx, saleMail(ctx, sale), paid)] : []),
	];
}
