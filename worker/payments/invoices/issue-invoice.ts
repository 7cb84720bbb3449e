import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { invoices } from "../tables.ts";

/**
 * Must follow the statement that marks the purchase as paid. One statement reads and writes the creator's next
 * number, so none is skipped or used twice.
 */
export function issueInvoice(ctx: Ctx, purchaseId: string) {
	return insertWhen(
		ctx.db,
		invoices,
		{
			purchaseId: sql`purchases.id`,
			creatorId: sql`purchases.creator_id`,
			number: sql`(select coalesce(max(others.number), 0) + 1 from invoices others
				where others.creator_id = purchases.creator_id)`,
			issuedAt: ctx.now(),
			sellerName: sql`seller.name`,
			sellerAddress: sql`seller.address`,
			sellerCountry: sql`seller.country`,
			sellerTaxNumber: sql`seller.tax_number`,
		},
		sql`purchases.id = ${purchaseId} and purchases.state = 'paid'
			and purchases.auto_refund_reason is null`,
		sql`purchases left join invoice_details seller on seller.user_id = purchases.creator_id`,
	).onConflictDoNothing({ target: invoices.purchaseId });
}
